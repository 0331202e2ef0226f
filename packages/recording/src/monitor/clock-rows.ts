import { grown } from '@fencepost/core';
import { ClockPages, PAGE } from './clock-pages.js';

/** The clock of no events. */
export const ZERO = 0;

const FIRST_ROWS = 256;
/** Rows with more entries are stored in pages. */
const MOST_FLAT = 128;

/**
 * Immutable vector clocks of one width. A clock is the number of a row, and equal clocks are often the same row. Rows
 * to which no column of `roots` refers are reused.
 */
export class ClockRows {
  private width: number;
  /** The entries of all rows, if rows are narrow. */
  private words: Int32Array;
  /** The entries of all rows, if rows are wide. */
  private pages: ClockPages | undefined;
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
    if (this.pages !== undefined) return this.pages.get(row, entry);
    return this.words[row * this.width + entry]!;
  }

  /** Returns the least upper bound of both. */
  join(a: number, b: number): number {
    if (a === b || b === ZERO) return a;
    if (a === ZERO) return b;
    if (this.pages !== undefined) return this.joinPages(this.pages, a, b);
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

  /** Returns the clock `a` with one entry set. */
  with(a: number, entry: number, value: number): number {
    const { words, width } = this;
    const row = this.free[--this.freeCount]!;
    if (this.pages !== undefined) {
      this.pages.with(row, a, entry, value);
      return row;
    }
    const to = row * width;
    for (let k = 0, from = a * width; k < width; k++, from++) words[to + k] = words[from]!;
    words[to + entry] = value;
    return row;
  }

  /** Returns the least upper bound of both with one entry raised to at least this value. Makes up to two rows. */
  joinWith(a: number, b: number, entry: number, value: number): number {
    if (this.pages !== undefined) {
      const joined = this.join(a, b);
      return this.pages.get(joined, entry) >= value ? joined : this.with(joined, entry, value);
    }
    const { words, width } = this;
    const row = this.free[--this.freeCount]!;
    const to = row * width;
    for (let k = 0, atA = a * width, atB = b * width; k < width; k++) {
      const x = words[atA + k]!;
      const y = words[atB + k]!;
      words[to + k] = x > y ? x : y;
    }
    if (words[to + entry]! < value) words[to + entry] = value;
    return row;
  }

  /** Makes room for this many more rows. Call it before making them, when columns refer to all rows in use. */
  reserve(rows: number): void {
    if (this.freeCount < rows || this.pages?.hasRoom(rows) === false) this.collect(rows);
  }

  /**
   * Widens each of the `parts` parts of every row: entry k of a part stays entry k of that part. The width of a part is
   * a power of two.
   */
  widen(parts: number, partWidth: number): void {
    const isWide = parts * partWidth > MOST_FLAT;
    if (this.pages === undefined) this.widenFlat(parts, isWide ? Math.max(PAGE, this.width / parts) : partWidth);
    if (isWide) {
      this.pages ??= new ClockPages(this.words, this.width, this.capacity);
      this.words = new Int32Array();
      this.pages.widen(parts, partWidth);
    }
    this.width = parts * partWidth;
  }

  private widenFlat(parts: number, partWidth: number): void {
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

  private joinPages(pages: ClockPages, a: number, b: number): number {
    const row = this.free[this.freeCount - 1]!;
    const joined = pages.join(row, a, b);
    if (joined === row) this.freeCount--;
    return joined;
  }

  private collect(rows: number): void {
    const used = new Uint8Array(this.capacity);
    used[ZERO] = 1;
    for (const column of this.roots()) for (let i = 0; i < column.length; i++) used[column[i]!] = 1;
    this.pages?.collect(used, rows);
    this.freeCount = 0;
    for (let row = this.capacity - 1; row > 0; row--) if (used[row] === 0) this.free[this.freeCount++] = row;
    // Half of the rows become free, or their number doubles, so a row costs amortised constant time.
    if (this.freeCount >= this.capacity >> 1 && this.freeCount >= rows) return;
    const before = this.capacity;
    this.capacity = 2 * before;
    if (this.pages === undefined) this.words = grown(this.words, this.capacity * this.width);
    else this.pages.grow(this.capacity);
    this.free = grown(this.free, this.capacity);
    this.addFree(before, this.capacity);
  }

  private addFree(from: number, to: number): void {
    for (let row = to - 1; row >= from; row--) this.free[this.freeCount++] = row;
  }
}
