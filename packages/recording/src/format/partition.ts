import { grown } from '@fencepost/core';
import type { EventVisitor } from './decode-events.js';
import type { SiteTable } from './site-table.js';
import type { WordRange } from './words.js';
import { Words } from './words.js';

/** The bit of a life that several threads use, or with other operations than plain and relaxed loads and stores. */
const IS_SHARED = 1;

/** Instead of the life of a word whose block was freed before any access. */
export const NO_LIFE = -1;
/** Blocks up to this size are freed as a whole; of larger ones, the words that have a life. As in native/emit.c. */
const SMALL_BLOCK = 4096;

/**
 * Division of words into places: at every boundary of an access. The first pass over a recording finds the boundaries
 * for each life of a word (a byte: bit i is a boundary before byte i). A word lives from its first access until it is
 * freed; lives are numbered in this order, from 1.
 *
 * The pass also finds the lives that are local to a thread: a monitor needs no clocks for these.
 */
export class Partition implements EventVisitor {
  readonly words = new Words();
  private lives = 0;
  private boundaries = new Uint8Array(1024);
  /** By word: its life (0: none), and the thread that accessed it first. */
  private life = new Int32Array(1024);
  private owner = new Int32Array(1024);
  /** By word: the life that ended when its block was freed, until that is allocated again; 0: none. */
  private freed = new Int32Array(1024);

  constructor(private readonly table: SiteTable) {}

  /** Returns the boundaries of a life. */
  boundariesOf(life: number): number {
    return this.boundaries[life]! & ~IS_SHARED;
  }

  /** Returns whether one thread alone uses the word, by loads and stores that order nothing. */
  isLocal(life: number): boolean {
    return (this.boundaries[life]! & IS_SHARED) === 0;
  }

  access(thread: number, site: number, _kind: number, word: number, offset: number, size: number): void {
    if (word >= this.life.length) this.fit();
    let life = this.life[word]!;
    if (life === 0) {
      let freed = this.freed[word]!;
      if (freed !== 0) {
        if (freed === NO_LIFE) {
          this.freed[word] = freed = this.begin(word, thread);
          this.life[word] = 0;
        }
        this.boundaries[freed]! |= boundariesOf(offset, size) | IS_SHARED;
        return;
      }
      life = this.begin(word, thread);
    }
    let bits = boundariesOf(offset, size);
    if (this.owner[word] !== thread || !this.table.isUnordered[site]!) bits |= IS_SHARED;
    this.boundaries[life]! |= bits;
  }

  /** The first value of a word is not a write. */
  outside(thread: number, site: number, word: number, offset: number, size: number): void {
    if (word >= this.life.length) this.fit();
    const isFirst = this.life[word] === 0;
    this.access(thread, site, 0, word, offset, size);
    if (isFirst && this.freed[word] !== 0) return;
    if (isFirst) this.boundaries[this.lives]! &= ~IS_SHARED;
    else this.boundaries[this.life[word]!]! |= IS_SHARED;
  }

  free(thread: number, _site: number, start: number, end: number, isBlock: boolean): void {
    const ranges = isBlock ? freedWords(this.words, start, end) : this.words.within(start, end);
    this.fit();
    for (const { from, to } of ranges) {
      for (let word = from; word < to; word++) {
        if (this.life[word] !== 0 && this.owner[word] !== thread) this.boundaries[this.life[word]!]! |= IS_SHARED;
        this.freed[word] = isBlock ? freedLife(this.life[word]!, this.freed[word]!, start, end) : 0;
      }
      this.life.fill(0, from, to);
    }
  }

  allocate(start: number, end: number): void {
    this.fit();
    for (const { from, to } of this.words.within(start, end)) this.freed.fill(0, from, to);
  }

  // Other events have no bytes of their own.
  readonly object = (): void => undefined;
  readonly fence = (): void => undefined;
  readonly spawn = (): void => undefined;
  readonly join = (): void => undefined;
  readonly segment = (): void => undefined;
  readonly endOfBlock = (): void => undefined;

  private begin(word: number, thread: number): number {
    const life = ++this.lives;
    if (life === this.boundaries.length) this.boundaries = grown(this.boundaries, life + 1);
    this.life[word] = life;
    this.owner[word] = thread;
    return life;
  }

  private fit(): void {
    if (this.words.count <= this.life.length) return;
    this.life = grown(this.life, this.words.count);
    this.owner = grown(this.owner, this.words.count);
    this.freed = grown(this.freed, this.words.count);
  }
}

/** Returns the words to visit if a block is freed. */
export function freedWords(words: Words, start: number, end: number): readonly WordRange[] {
  return end - start <= SMALL_BLOCK ? words.all(start, end) : words.within(start, end);
}

/** Returns what to note of a word whose block is freed: its life. */
export function freedLife(life: number, before: number, start: number, end: number): number {
  if (life !== 0) return life;
  return end - start <= SMALL_BLOCK ? NO_LIFE : before;
}

/** Returns the ends of an access; bits 0 and 8, the ends of the word, are not boundaries. */
function boundariesOf(offset: number, size: number): number {
  return ((1 << offset) | (1 << (offset + size))) & 0xfe;
}
