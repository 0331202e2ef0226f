import { badRecording } from './bad-recording.js';
import { decodeText } from './text.js';

/** Reads numbers from a column, in order. Reading past its end is an error, never a guess. */
export class Column {
  /** Upper half of the last value read by `wide`. */
  high = 0;

  /** A loop over a column may keep these in variables: the bytes, the position of the next number, and of the end. */
  constructor(
    public bytes: Uint8Array = new Uint8Array(),
    public at = 0,
    public end: number = bytes.length,
  ) {}

  reset(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.at >= this.end) throw pastEnd();
    return this.bytes[this.at++]!;
  }

  /** Reads a non-negative integer below 2^53. */
  number(): number {
    const first = this.byte();
    return first < 0x80 ? first : this.longNumber(first);
  }

  private longNumber(first: number): number {
    let byte = this.byte();
    if (byte < 0x80) return (first & 0x7f) | (byte << 7);
    let value = (first & 0x7f) | ((byte & 0x7f) << 7);
    let scale = 0x4000;
    do {
      byte = this.byte();
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80 && scale < 0x10000000000000);
    if (byte >= 0x80 || value > Number.MAX_SAFE_INTEGER) throw badRecording('a number in the recording is too large');
    return value;
  }

  signed(): number {
    const value = this.number();
    if (value < 0x40000000) return (value >> 1) ^ -(value & 1);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Reads a signed number of 64 bits. Returns the lower half; `high` is the upper one. */
  wide(): number {
    const first = this.at < this.end ? this.bytes[this.at]! : 0x80;
    if (first < 0x80) {
      this.at++;
      this.high = -(first & 1);
      return (first >> 1) ^ -(first & 1);
    }
    return this.longWide();
  }

  private longWide(): number {
    let low = 0;
    let high = 0;
    let shift = 0;
    for (;;) {
      const byte = this.byte();
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift > 25 && shift < 32) high |= bits >>> (32 - shift);
      else if (shift >= 32) high |= bits << (shift - 32);
      if (byte < 0x80) break;
      shift += 7;
      if (shift > 63) throw badRecording('a value in the recording has more than 64 bits');
    }
    const sign = -(low & 1);
    low = (low >>> 1) | (high << 31);
    this.high = (high >>> 1) ^ sign;
    return low ^ sign;
  }

  text(): string {
    const length = this.number();
    if (length > this.end - this.at) throw pastEnd();
    this.at += length;
    return decodeText(this.bytes.subarray(this.at - length, this.at));
  }
}

function pastEnd(): Error {
  return badRecording('a block of the recording is too short for its content');
}
