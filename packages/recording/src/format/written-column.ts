import { grown } from '@fencepost/core';

/** Encodes numbers for a column of a block; the counterpart of `Column`. */
export class WrittenColumn {
  private bytes = new Uint8Array(1 << 16);
  length = 0;

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    const bytes = this.bytes.slice(0, this.length);
    this.length = 0;
    return bytes;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.bytes = grown(this.bytes, this.length + 1);
    this.bytes[this.length++] = value;
  }

  /** Writes a non-negative integer below 2^53. */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Writes an integer of at most 52 bits. */
  signed(value: number): void {
    this.number(value >= 0 ? 2 * value : -2 * value - 1);
  }

  /** Writes the difference of two values of `size` bytes. */
  difference(low: number, high: number, beforeLow: number, beforeHigh: number, size: number): void {
    if (size <= 4) {
      const spare = 32 - 8 * size;
      this.signed(((low - beforeLow) << spare) >> spare);
      return;
    }
    const borrow = low >>> 0 < beforeLow >>> 0 ? 1 : 0;
    let upper = (high - beforeHigh - borrow) | 0;
    let lower = (low - beforeLow) | 0;
    const spare = 64 - 8 * size;
    if (spare > 0) upper = (upper << spare) >> spare;
    const sign = upper >> 31;
    upper = ((upper << 1) | (lower >>> 31)) ^ sign;
    lower = (lower << 1) ^ sign;
    while (upper !== 0 || lower >>> 0 >= 0x80) {
      this.byte((lower & 0x7f) | 0x80);
      lower = (lower >>> 7) | (upper << 25);
      upper >>>= 7;
    }
    this.byte(lower);
  }
}
