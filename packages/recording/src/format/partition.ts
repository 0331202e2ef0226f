import { grown } from '@fencepost/core';
import type { EventVisitor } from './decode-events.js';
import { NO_LIFE, Pages, wordIn } from './pages.js';

/**
 * Division of words into places: at every boundary of an access. The first pass over a recording finds the boundaries
 * for each life of a word (a byte: bit i is a boundary before byte i).
 */
export class Partition implements EventVisitor {
  private boundaries = new Uint8Array(1024);
  private readonly pages = new Pages();
  lives = 0;

  /** Returns the boundaries of a life. */
  boundariesOf(life: number): number {
    return this.boundaries[life]!;
  }

  access(_thread: number, _site: number, _kind: number, address: number, size: number): void {
    const page = this.pages.at(address);
    const word = wordIn(address);
    let life = page.lives[word]!;
    if (life === NO_LIFE) {
      life = this.lives++;
      page.lives[word] = life;
      if (life === this.boundaries.length) this.boundaries = grown(this.boundaries, life + 1);
    }
    const offset = address & 7;
    // Bits 0 and 8, the ends of the word, are not counted.
    this.boundaries[life]! |= ((1 << offset) | (1 << (offset + size))) & 0xfe;
  }

  outside(thread: number, site: number, address: number, size: number): void {
    this.access(thread, site, 0, address, size);
  }

  free(_thread: number, _site: number, start: number, end: number): void {
    for (const { page, from, to } of this.pages.within(start, end)) page.lives.fill(NO_LIFE, from, to);
  }

  // Other events have no bytes of their own.
  readonly object = (): void => undefined;
  readonly fence = (): void => undefined;
  readonly spawn = (): void => undefined;
  readonly join = (): void => undefined;
  readonly endOfBlock = (): void => undefined;
}
