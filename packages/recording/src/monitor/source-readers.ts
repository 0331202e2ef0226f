import { grown } from '@fencepost/core';
import type { ClockRows } from './clock-rows.js';
import { END, Lists } from './lists.js';

/** By write: the first read of each other thread, and its first read that acquires, by number among its events. */
export class SourceReaders {
  private readonly lists = new Lists();
  // Columns by element.
  private reader = new Int32Array(this.lists.capacity);
  private number = new Int32Array(this.lists.capacity);
  private acquires = new Uint8Array(this.lists.capacity);

  hasReader(write: number, reader: number): boolean {
    const { lists } = this;
    for (let at = lists.first(write); at !== END; at = lists.next(at)) if (this.reader[at] === reader) return true;
    return false;
  }

  /** Returns whether a row has one of the reads. `reads` and `acquires`: its entries of thread 0. */
  isReached(write: number, rows: ClockRows, row: number, reads: number, acquires: number): boolean {
    const { lists } = this;
    for (let at = lists.first(write); at !== END; at = lists.next(at)) {
      const first = this.acquires[at] === 1 ? acquires : reads;
      if (rows.get(row, first + this.reader[at]!) >= this.number[at]!) return true;
    }
    return false;
  }

  add(write: number, reader: number, number: number, acquires: boolean): void {
    const { lists } = this;
    const kind = acquires ? 1 : 0;
    for (let at = lists.first(write); at !== END; at = lists.next(at)) {
      if (this.reader[at] === reader && this.acquires[at] === kind) return;
    }
    const at = lists.push(write);
    if (at >= this.reader.length) {
      for (const column of ['reader', 'number'] as const) this[column] = grown(this[column], lists.capacity);
      const before = this.acquires;
      this.acquires = new Uint8Array(lists.capacity);
      this.acquires.set(before);
    }
    this.reader[at] = reader;
    this.number[at] = number;
    this.acquires[at] = kind;
  }

  drop(write: number): void {
    this.lists.dropAll(write);
  }
}
