import { grown } from '@fencepost/core';

/** Numbers as a column of a block has them, the counterpart of `Column`. */
export class WrittenColumn {
  private bytes = new Uint8Array(1 << 16);
  length = 0;

  /** What was written since the last time. */
  take(): Uint8Array {
    const bytes = this.bytes.slice(0, this.length);
    this.length = 0;
    return bytes;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.bytes = grown(this.bytes, this.length + 1);
    this.bytes[this.length++] = value;
  }

  /** A whole number below 2^53. */
  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Of at most 52 bits. */
  signed(value: number): void {
    this.number(value >= 0 ? 2 * value : -2 * value - 1);
  }

  /** What makes one value of so many bytes another. */
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
