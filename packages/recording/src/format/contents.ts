import type { Page } from './pages.js';

/** The contents of pages. `low` and `high` hold the last value that was read or built. */
export class Contents {
  low = 0;
  high = 0;

  /** Keeps `size` bytes of the value, after dropping the lowest `skip` ones. */
  keep(skip: number, size: number): void {
    shiftRight(this, this.low, this.high, skip * 8);
    truncate(this, size);
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

  /** Reads bytes of a word if all of them are known; otherwise the value is 0. Returns whether they are known. */
  readKnown(page: Page, word: number, offset: number, size: number): boolean {
    const bytes = ((1 << size) - 1) << offset;
    const isKnown = (page.known[word]! & bytes) === bytes;
    if (isKnown) this.read(page, word, offset, size);
    else this.low = this.high = 0;
    return isKnown;
  }

  /** Writes `low` and `high` to bytes of a word. */
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
