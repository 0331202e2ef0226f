import { grown } from '@fencepost/core';
import { Contents } from './contents.js';
import type { Page } from './pages.js';
import { NO_LIFE, Pages, wordIn } from './pages.js';
import type { Partition } from './partition.js';

/** Memory as reconstructed from a recording, and its places. */
export class Memory extends Contents {
  readonly pages = new Pages();
  /** Number of places. */
  places = 0;
  private bases = new Int32Array(1024);
  private lives = 0;
  private addresses = new Float64Array(1024);
  private sizes = new Uint8Array(1024);

  constructor(private readonly partition: Partition) {
    super();
  }

  /** Returns the life of a word; starts a new one if it has none. */
  lifeAt(page: Page, address: number): number {
    const word = wordIn(address);
    const known = page.lives[word]!;
    if (known !== NO_LIFE) return known;
    const life = this.lives++;
    page.lives[word] = life;
    if (life === this.bases.length) this.bases = grown(this.bases, life + 1);
    this.bases[life] = this.places;
    const start = address - (address & 7);
    for (let from = 0; from < 8;) {
      const to = this.endOfUnit(life, from);
      this.newPlace(start + from, to - from);
      from = to;
    }
    return life;
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
    return this.bases[life]! + bitsIn(before);
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
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
