import { grown } from '@fencepost/core';
import { Contents } from './contents.js';
import type { Partition } from './partition.js';
import { NO_LIFE } from './partition.js';

/** Memory as reconstructed from a recording, and its places. */
export class Memory extends Contents {
  /** Number of places. */
  places = 0;
  // By word: its life (0: none), and the place of the synchronisation object that begins there, plus 1.
  life = new Int32Array(1024);
  object = new Int32Array(1024);
  /** By word: one bit for each byte that had a value in an earlier segment, and still has it unless another is known. */
  earlier = new Uint8Array(1024);
  // By word, if its block was freed and not allocated again: the life that ended, and the number of the free (0: none).
  freed = new Int32Array(1024);
  freedBy = new Int32Array(1024);
  private lives = 0;
  private bases = new Int32Array(1024);
  private addresses = new Float64Array(1024);
  private sizes = new Uint8Array(1024);

  constructor(private readonly partition: Partition) {
    super();
    this.fit(partition.words.count);
  }

  override fit(count: number): void {
    super.fit(count);
    if (count <= this.life.length) return;
    this.life = grown(this.life, count);
    this.object = grown(this.object, count);
    this.earlier = grown(this.earlier, count);
    this.freed = grown(this.freed, count);
    this.freedBy = grown(this.freedBy, count);
  }

  /** Forgets which values are known. */
  beginSegment(): void {
    for (let word = 0; word < this.known.length; word++) this.earlier[word]! |= this.known[word]!;
    this.known.fill(0);
  }

  /** Returns the life of a word; starts a new one if it has none. */
  lifeAt(word: number): number {
    const known = this.life[word]!;
    return known === 0 ? this.begin(word) : known;
  }

  /** Returns the life of a word of a block that was freed; 0 if it was not. The word may have had no access before. */
  freedAt(word: number): number {
    if (this.freed[word] === NO_LIFE) {
      this.freed[word] = this.begin(word);
      this.life[word] = 0;
    }
    return this.freed[word]!;
  }

  newPlace(address: number, size: number): number {
    if (this.places === this.addresses.length) {
      this.addresses = grown(this.addresses, this.places + 1);
      this.sizes = grown(this.sizes, this.places + 1);
    }
    this.addresses[this.places] = address;
    this.sizes[this.places] = size;
    return this.places++;
  }

  /** Returns the place of the unit that begins at a byte of the word. */
  placeOf(life: number, offset: number): number {
    const before = this.partition.boundariesOf(life) & ((2 << offset) - 1);
    return before === 0 ? this.bases[life]! : this.bases[life]! + bitsIn(before);
  }

  /** Returns the byte after the unit that begins at a byte of the word. */
  endOfUnit(life: number, offset: number): number {
    const after = this.partition.boundariesOf(life) >>> (offset + 1);
    return after === 0 ? 8 : offset + 1 + (31 - Math.clz32(after & -after));
  }

  addressOf(place: number): number {
    return this.addresses[place]!;
  }

  /** Returns the size in bytes; 0 for a synchronisation object. */
  sizeOf(place: number): number {
    return this.sizes[place]!;
  }

  private begin(word: number): number {
    const life = ++this.lives;
    this.life[word] = life;
    if (life === this.bases.length) this.bases = grown(this.bases, life + 1);
    this.bases[life] = this.places;
    const start = this.partition.words.addressOf(word);
    for (let from = 0; from < 8;) {
      const to = this.endOfUnit(life, from);
      this.newPlace(start + from, to - from);
      from = to;
    }
    return life;
  }
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
