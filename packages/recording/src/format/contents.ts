import { grown } from '@fencepost/core';

/** The contents of words. `low` and `high` hold the last value that was read or built. */
export class Contents {
  low = 0;
  high = 0;
  // By word: one bit for each byte that has a value; the halves of the value.
  known = new Uint8Array(1024);
  lows = new Int32Array(1024);
  highs = new Int32Array(1024);

  /** Makes room for words with numbers below `count`. */
  fit(count: number): void {
    if (count <= this.known.length) return;
    this.known = grown(this.known, count);
    this.lows = grown(this.lows, count);
    this.highs = grown(this.highs, count);
  }

  /** Keeps `size` bytes of the value, after dropping the lowest `skip` ones. */
  keep(skip: number, size: number): void {
    shiftRight(this, this.low, this.high, skip * 8);
    truncate(this, size);
  }

  /** Reads bytes of a word. */
  read(word: number, offset: number, size: number): void {
    const low = this.lows[word]!;
    const high = this.highs[word]!;
    if (size === 8) {
      this.low = low;
      this.high = high;
    } else if (size === 4) {
      this.low = offset === 0 ? low : offset === 4 ? high : (low >>> (offset * 8)) | (high << (32 - offset * 8));
      this.high = 0;
    } else {
      shiftRight(this, low, high, offset * 8);
      truncate(this, size);
    }
  }

  /** Reads bytes of a word if all of them are known; otherwise the value is 0. Returns whether they are known. */
  readKnown(word: number, offset: number, size: number): boolean {
    const bytes = ((1 << size) - 1) << offset;
    const isKnown = (this.known[word]! & bytes) === bytes;
    if (isKnown) this.read(word, offset, size);
    else this.low = this.high = 0;
    return isKnown;
  }

  /** Writes `low` and `high` to bytes of a word. */
  write(word: number, offset: number, size: number): void {
    this.known[word]! |= ((1 << size) - 1) << offset;
    if (size === 8) {
      this.lows[word] = this.low;
      this.highs[word] = this.high;
      return;
    }
    if (size === 4 && (offset & 3) === 0) {
      (offset === 0 ? this.lows : this.highs)[word] = this.low;
      return;
    }
    for (let i = 0; i < size; i++) {
      const byte = ((i < 4 ? this.low : this.high) >>> ((i & 3) * 8)) & 255;
      const half = offset + i < 4 ? this.lows : this.highs;
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
