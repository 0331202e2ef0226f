import { grown } from '@fencepost/core';
import type { Page } from './pages.js';
import { NO_LIFE, Pages, wordIn } from './pages.js';
import type { Partition } from './partition.js';

/** Memory as a recording says it is, and its places. */
export class Memory {
  readonly pages = new Pages();
  /** The last value that was read or built. */
  low = 0;
  high = 0;
  /** The number of places so far. */
  places = 0;
  private bases = new Int32Array(1024);
  private lives = 0;
  private addresses = new Float64Array(1024);
  private sizes = new Uint8Array(1024);

  constructor(private readonly partition: Partition) {}

  /** The life of a word; a new one if it has none. */
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

  /** The place of the unit that begins at a byte of the word. */
  placeOf(life: number, offset: number): number {
    const before = this.partition.boundariesOf(life) & ((2 << offset) - 1);
    return this.bases[life]! + bitsIn(before);
  }

  /** The byte after the unit that begins at a byte of the word. */
  endOfUnit(life: number, offset: number): number {
    const after = this.partition.boundariesOf(life) >>> (offset + 1);
    return after === 0 ? 8 : offset + 1 + (31 - Math.clz32(after & -after));
  }

  addressOf(place: number): number {
    return this.addresses[place]!;
  }

  /** Bytes; 0 for a synchronisation object. */
  sizeOf(place: number): number {
    return this.sizes[place]!;
  }

  /** Reads bytes of a word. */
  read(page: Page, word: number, offset: number, size: number): void {
    const low = page.low[word]!;
    const high = page.high[word]!;
    if (size === 8) {
      this.low = low;
      this.high = high;
      return;
    }
    shiftRight(this, low, high, offset * 8);
    truncate(this, size);
  }

  /** Writes bytes of a word, those of `low` and `high`. */
  write(page: Page, word: number, offset: number, size: number): void {
    page.known[word]! |= ((1 << size) - 1) << offset;
    if (size === 8) {
      page.low[word] = this.low;
      page.high[word] = this.high;
      return;
    }
    for (let i = 0; i < size; i++) {
      const byte = ((i < 4 ? this.low : this.high) >>> ((i & 3) * 8)) & 255;
      const half = offset + i < 4 ? page.low : page.high;
      const shift = ((offset + i) & 3) * 8;
      half[word] = (half[word]! & ~(255 << shift)) | (byte << shift);
    }
  }
}

interface Value {
  low: number;
  high: number;
}

/** Shifts a value of 64 bits right. */
export function shiftRight(value: Value, low: number, high: number, bits: number): void {
  if (bits === 0) {
    value.low = low;
    value.high = high;
  } else if (bits >= 32) {
    value.low = (high >>> (bits - 32)) | 0;
    value.high = 0;
  } else {
    value.low = (low >>> bits) | (high << (32 - bits));
    value.high = (high >>> bits) | 0;
  }
}

/** Keeps the lowest bytes. */
export function truncate(value: Value, size: number): void {
  if (size < 8) value.high &= size <= 4 ? 0 : (1 << ((size - 4) * 8)) - 1;
  if (size < 4) value.low &= (1 << (size * 8)) - 1;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
