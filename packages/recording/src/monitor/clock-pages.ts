import { grown } from '@fencepost/core';

const SHIFT = 6;
/** Entries per page: a power of two that divides the width of rows. */
export const PAGE: number = 1 << SHIFT;
/** The page of entries that are all 0. */
const ZEROS = 0;

/**
 * The entries of wide clocks, for recordings with many threads. A row is a list of pages, which rows share: clocks of
 * two threads usually differ in a few entries.
 */
export class ClockPages {
  /** Number of pages per row. */
  private perRow: number;
  /** By row: its pages. */
  private table: Int32Array;
  /** By page: its entries. */
  private words: Int32Array;
  private free: Int32Array;
  private freeCount = 0;

  /** Takes over rows of this width. */
  constructor(words: Int32Array, width: number, rows: number) {
    this.perRow = width >> SHIFT;
    this.table = new Int32Array(rows * this.perRow);
    this.words = new Int32Array((1 + this.table.length) * PAGE);
    this.free = new Int32Array(1 + this.table.length);
    for (let row = 0; row < rows; row++) {
      for (let page = 0; page < this.perRow; page++) {
        const number = 1 + row * this.perRow + page;
        const from = row * width + page * PAGE;
        const entries = words.subarray(from, from + PAGE);
        if (entries.every((entry) => entry === 0)) continue;
        this.words.set(entries, number * PAGE);
        this.table[number - 1] = number;
      }
    }
  }

  get(row: number, entry: number): number {
    const page = this.table[row * this.perRow + (entry >> SHIFT)]!;
    return this.words[page * PAGE + (entry & (PAGE - 1))]!;
  }

  /** Makes a row that is `a` with one entry set. */
  with(row: number, a: number, entry: number, value: number): void {
    const { table, perRow, words } = this;
    const to = row * perRow;
    table.copyWithin(to, a * perRow, (a + 1) * perRow);
    const at = to + (entry >> SHIFT);
    const page = this.free[--this.freeCount]!;
    const from = table[at]! * PAGE;
    words.copyWithin(page * PAGE, from, from + PAGE);
    words[page * PAGE + (entry & (PAGE - 1))] = value;
    table[at] = page;
  }

  /** Computes the least upper bound of two rows: returns one of them, or `row`, which it fills. */
  join(row: number, a: number, b: number): number {
    const { table, perRow } = this;
    const atA = a * perRow;
    const atB = b * perRow;
    const to = row * perRow;
    let isA = true;
    let isB = true;
    for (let page = 0; page < perRow; page++) {
      const x = table[atA + page]!;
      const y = table[atB + page]!;
      const joined = x === y || y === ZEROS ? x : x === ZEROS ? y : this.joinPage(x, y);
      table[to + page] = joined;
      if (joined !== x) isA = false;
      if (joined !== y) isB = false;
    }
    return isA ? a : isB ? b : row;
  }

  /** Returns whether there is room for this many rows, whatever their contents. */
  hasRoom(rows: number): boolean {
    return this.freeCount >= rows * this.perRow;
  }

  /** Makes room by freeing the pages that no row in use has. */
  collect(isUsed: Uint8Array, rows: number): void {
    const { table, perRow } = this;
    const used = new Uint8Array(this.free.length);
    used[ZEROS] = 1;
    for (let row = 0; row < isUsed.length; row++) {
      if (isUsed[row] === 0) continue;
      for (let at = row * perRow; at < (row + 1) * perRow; at++) used[table[at]!] = 1;
    }
    this.freeCount = 0;
    for (let page = used.length - 1; page > 0; page--) if (used[page] === 0) this.free[this.freeCount++] = page;
    while (this.freeCount < Math.max(used.length >> 1, rows * perRow)) {
      const before = this.free.length;
      this.words = grown(this.words, 2 * before * PAGE);
      this.free = grown(this.free, 2 * before);
      for (let page = this.free.length - 1; page >= before; page--) this.free[this.freeCount++] = page;
    }
  }

  /** Makes room for this many rows. */
  grow(rows: number): void {
    this.table = grown(this.table, rows * this.perRow);
  }

  /** Like `widen` of `ClockRows`. */
  widen(parts: number, partWidth: number): void {
    const rows = Math.floor(this.table.length / this.perRow);
    const old = this.perRow / parts;
    const perPart = partWidth >> SHIFT;
    const table = new Int32Array(rows * parts * perPart);
    for (let row = 0; row < rows; row++) {
      for (let part = 0; part < parts; part++) {
        const from = row * this.perRow + part * old;
        table.set(this.table.subarray(from, from + old), (row * parts + part) * perPart);
      }
    }
    this.table = table;
    this.perRow = parts * perPart;
  }

  /** Joins two pages; returns one of them if it is above the other. */
  private joinPage(a: number, b: number): number {
    const { words } = this;
    const atA = a * PAGE;
    const atB = b * PAGE;
    let aIsAbove = true;
    let bIsAbove = true;
    for (let k = 0; k < PAGE; k++) {
      const x = words[atA + k]!;
      const y = words[atB + k]!;
      if (x < y) aIsAbove = false;
      else if (x > y) bIsAbove = false;
    }
    if (aIsAbove) return a;
    if (bIsAbove) return b;
    const page = this.free[--this.freeCount]!;
    const to = page * PAGE;
    for (let k = 0; k < PAGE; k++) {
      const x = words[atA + k]!;
      const y = words[atB + k]!;
      words[to + k] = x > y ? x : y;
    }
    return page;
  }
}
