const FIRST_CAPACITY = 1 << 10;

/** Words allocated at once: few, as one copy in use keeps all of them. */
const PIECE = 1 << 10;

/** Collects, as words, the state on which a thread's future depends. Equal words mean equal states. */
export class ContentWords {
  private buffer = new Int32Array(FIRST_CAPACITY);
  private length = 0;
  /** The memory of the next copies, and how much of it is in use. */
  private piece = new Int32Array(0);
  private taking = 0;
  private readonly texts = new Map<string, number>();

  clear(): void {
    this.length = 0;
  }

  /** Number of words added. */
  get count(): number {
    return this.length;
  }

  /** Adds a number of 32 bits. */
  add(word: number): void {
    if (this.length === this.buffer.length) this.reserve(1);
    this.buffer[this.length++] = word;
  }

  /** Adds an address, or another whole number of at most 53 bits. */
  wide(number: number): void {
    this.add(number | 0);
    this.add(Math.floor(number / 2 ** 32));
  }

  text(text: string): void {
    let number = this.texts.get(text);
    if (number === undefined) this.texts.set(text, (number = this.texts.size));
    this.add(number);
  }

  /** Adds a value of WebAssembly. */
  value(value: number | bigint): void {
    if (typeof value === 'number' && (value | 0) === value) {
      this.add(0);
      this.add(value);
    } else if (typeof value === 'bigint' && BigInt.asIntN(32, value) === value) {
      this.add(1);
      this.add(Number(value));
    } else {
      this.add(2);
      this.text(`${typeof value} ${value}`);
    }
  }

  /** Adds words of memory. */
  copy(words: Int32Array, from: number, to: number): void {
    const count = to - from;
    this.reserve(count);
    const { buffer, length } = this;
    for (let i = 0; i < count; i++) buffer[length + i] = words[from + i]!;
    this.length += count;
  }

  bytes(bytes: Uint8Array): void {
    this.add(bytes.length);
    for (let i = 0; i < bytes.length; i += 4) {
      this.add(bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    }
  }

  /** The words added, and others after them. Valid until more are added. */
  get words(): Int32Array {
    return this.buffer;
  }

  /** Returns a copy of the words added. Several copies share a piece of memory, as V8 takes long to allocate each. */
  taken(): Int32Array {
    const { length } = this;
    if (this.taking + length > this.piece.length) {
      this.piece = new Int32Array(Math.max(PIECE, length));
      this.taking = 0;
    }
    const copy = this.piece.subarray(this.taking, this.taking + length);
    copy.set(this.buffer.subarray(0, length));
    this.taking += length;
    return copy;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const wider = new Int32Array(2 * (this.length + count));
    wider.set(this.buffer);
    this.buffer = wider;
  }
}
