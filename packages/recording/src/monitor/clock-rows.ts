import { grown } from '@fencepost/core';

/** The clock of no events. */
export const ZERO = 0;

const FIRST_ROWS = 256;

/**
 * Immutable vector clocks of one width. A clock is the number of a row, and equal clocks are often the same row. Rows
 * that no column of `roots` mentions are used again.
 */
export class ClockRows {
  private width: number;
  private words: Int32Array;
  private readonly roots: () => readonly Int32Array[];
  private capacity = FIRST_ROWS;
  private free: Int32Array = new Int32Array(FIRST_ROWS);
  private freeCount = 0;

  constructor(width: number, roots: () => readonly Int32Array[]) {
    this.width = width;
    this.roots = roots;
    this.words = new Int32Array(this.capacity * width);
    this.addFree(1, this.capacity);
  }

  get(row: number, entry: number): number {
    return this.words[row * this.width + entry]!;
  }

  /** The least upper bound of both. */
  join(a: number, b: number): number {
    if (a === b || b === ZERO) return a;
    if (a === ZERO) return b;
    const { words, width } = this;
    const atA = a * width;
    const atB = b * width;
    let aIsAbove = true;
    let bIsAbove = true;
    for (let k = 0; k < width; k++) {
      const x = words[atA + k]!;
      const y = words[atB + k]!;
      if (x < y) aIsAbove = false;
      else if (x > y) bIsAbove = false;
    }
    if (aIsAbove) return a;
    if (bIsAbove) return b;
    const row = this.free[--this.freeCount]!;
    const to = row * width;
    for (let k = 0; k < width; k++) {
      const x = words[atA + k]!;
      const y = words[atB + k]!;
      words[to + k] = x > y ? x : y;
    }
    return row;
  }

  /** The clock `a` with one entry set. */
  with(a: number, entry: number, value: number): number {
    const { words, width } = this;
    const row = this.free[--this.freeCount]!;
    const to = row * width;
    for (let k = 0, from = a * width; k < width; k++, from++) words[to + k] = words[from]!;
    words[to + entry] = value;
    return row;
  }

  /** Makes room for this many more rows. Call it before making them, when columns mention all rows in use. */
  reserve(rows: number): void {
    if (this.freeCount < rows) this.collect(rows);
  }

  /** Gives every row `parts` parts that are wider than before: entry k of a part stays entry k of that part. */
  widen(parts: number, partWidth: number): void {
    const old = this.width / parts;
    const width = parts * partWidth;
    const words = new Int32Array(this.capacity * width);
    for (let row = 0; row < this.capacity; row++) {
      for (let part = 0; part < parts; part++) {
        const from = row * this.width + part * old;
        words.set(this.words.subarray(from, from + old), row * width + part * partWidth);
      }
    }
    this.words = words;
    this.width = width;
  }

  private collect(rows: number): void {
    const used = new Uint8Array(this.capacity);
    used[ZERO] = 1;
    for (const column of this.roots()) for (let i = 0; i < column.length; i++) used[column[i]!] = 1;
    this.freeCount = 0;
    for (let row = this.capacity - 1; row > 0; row--) if (used[row] === 0) this.free[this.freeCount++] = row;
    // Half of the rows become free, or there are twice as many: so a row costs a constant time.
    if (this.freeCount >= this.capacity >> 1 && this.freeCount >= rows) return;
    const before = this.capacity;
    this.capacity = 2 * before;
    this.words = grown(this.words, this.capacity * this.width);
    this.free = grown(this.free, this.capacity);
    this.addFree(before, this.capacity);
  }

  private addFree(from: number, to: number): void {
    for (let row = to - 1; row >= from; row--) this.free[this.freeCount++] = row;
  }
}
