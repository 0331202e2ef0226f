import { grown } from '@fencepost/core';

/** The empty clock. */
export const ZERO = 0;

/**
 * Immutable vector clocks. A clock is the number of a row, equal clocks often share a row, and backtracking drops the
 * rows made since.
 */
export class ClockRows {
  readonly width: number;
  /** Number of rows in use; the first is ZERO. */
  used = 1;
  private words: Int32Array;
  private readonly kept = new Map<number, number>();

  constructor(width: number) {
    this.width = width;
    this.words = new Int32Array(64 * width);
  }

  get(row: number, entry: number): number {
    return this.words[row * this.width + entry]!;
  }

  /** Returns the least upper bound of both clocks. */
  join(a: number, b: number): number {
    if (a === b || b === ZERO) return a;
    if (a === ZERO) return b;
    const { words, width } = this;
    const to = this.used * width;
    const atA = a * width;
    const atB = b * width;
    let aIsAbove = true;
    let bIsAbove = true;
    for (let k = 0; k < width; k++) {
      const x = words[atA + k]!;
      const y = words[atB + k]!;
      if (x < y) {
        aIsAbove = false;
        words[to + k] = y;
      } else {
        if (x > y) bIsAbove = false;
        words[to + k] = x;
      }
    }
    if (aIsAbove) return a;
    return bIsAbove ? b : this.used++;
  }

  /** Returns the clock `a` with one entry set. */
  with(a: number, entry: number, value: number): number {
    const { words, width } = this;
    const row = this.used++;
    const to = row * width;
    for (let k = 0, from = a * width; k < width; k++, from++) words[to + k] = words[from]!;
    words[to + entry] = value;
    return row;
  }

  /** Marks a row as in use and returns its number after `dropOthers`. */
  keep(row: number): number {
    if (row === ZERO) return ZERO;
    const known = this.kept.get(row);
    if (known !== undefined) return known;
    const number = this.kept.size + 1;
    this.kept.set(row, number);
    return number;
  }

  /** Drops all rows that are not marked. */
  dropOthers(): void {
    const { width } = this;
    const rows = [...this.kept].map(([row, number]) => ({
      number,
      words: this.words.slice(row * width, (row + 1) * width),
    }));
    for (const { number, words } of rows) this.words.set(words, number * width);
    this.used = this.kept.size + 1;
    this.kept.clear();
  }

  /** Reserves space for this many more rows. Call it before making them. */
  reserve(rows: number): void {
    const needed = (this.used + rows) * this.width;
    if (needed > this.words.length) this.words = grown(this.words, needed);
  }
}
