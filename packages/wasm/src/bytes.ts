/** A WebAssembly binary that we cannot rewrite. */
export class MalformedWasm extends Error {
  override readonly name = 'MalformedWasm';
}

/** Reads a WebAssembly binary (WebAssembly core specification, section 5). */
export class Reader {
  position: number;

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    readonly end = bytes.length,
  ) {
    this.position = start;
  }

  get done(): boolean {
    return this.position >= this.end;
  }

  byte(): number {
    if (this.position >= this.end)
      throw new MalformedWasm(`the module ends at byte ${this.position}, within a section`);
    return this.bytes[this.position++]!;
  }

  /** Reads an unsigned LEB128 number; 64-bit ones (offsets of memory64) may be padded to ten bytes. */
  unsigned(): number {
    let result = 0;
    let factor = 1;
    while (true) {
      const byte = this.byte();
      result += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
      factor *= 0x80;
      if (factor > 2 ** 63) throw new MalformedWasm(`a number longer than ten bytes at byte ${this.position}`);
    }
    return result;
  }

  /** Reads a signed LEB128 number. */
  signed(): bigint {
    let result = 0n;
    let shift = 0n;
    while (true) {
      const byte = this.byte();
      result |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
      if (byte < 0x80) return BigInt.asIntN(64, (byte & 0x40) === 0 ? result : result | (-1n << shift));
      if (shift >= 70n) throw new MalformedWasm(`a number longer than ten bytes at byte ${this.position}`);
    }
  }

  /** Skips a LEB128 number of either kind. */
  skipNumber(): void {
    while (this.byte() >= 0x80);
  }

  skip(count: number): void {
    if (this.position + count > this.end)
      throw new MalformedWasm(`the module ends at byte ${this.end}, within a section`);
    this.position += count;
  }

  name(): string {
    const length = this.unsigned();
    const start = this.position;
    this.skip(length);
    return new TextDecoder().decode(this.bytes.subarray(start, this.position));
  }

  /** Returns a reader of the next `count` bytes, which this one skips. */
  part(count: number): Reader {
    const start = this.position;
    this.skip(count);
    return new Reader(this.bytes, start, start + count);
  }
}

/** Collects the bytes of a binary. */
export class Writer {
  private buffer: Uint8Array;
  private used = 0;

  constructor(capacity = 64) {
    this.buffer = new Uint8Array(capacity);
  }

  private reserve(count: number): void {
    if (this.used + count <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.used + count, 2 * this.buffer.length));
    larger.set(this.buffer.subarray(0, this.used));
    this.buffer = larger;
  }

  byte(...bytes: readonly number[]): void {
    this.reserve(bytes.length);
    for (const byte of bytes) this.buffer[this.used++] = byte;
  }

  unsigned(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Writes a signed LEB128 number of 32 bits. */
  signed32(value: number): void {
    let rest = value | 0;
    while (rest < -0x40 || rest >= 0x40) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.byte(rest & 0x7f);
  }

  copy(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** Writes a vector of bytes: its length first. */
  sized(bytes: Uint8Array): void {
    this.unsigned(bytes.length);
    this.copy(bytes);
  }

  get length(): number {
    return this.used;
  }

  /** Removes the bytes after the first `length`. */
  truncate(length: number): void {
    this.used = length;
  }

  result(): Uint8Array {
    return this.buffer.subarray(0, this.used);
  }
}
