import { grown } from '@fencepost/core';
import type { ClockRows } from './clock-rows.js';
import { END, Lists } from './lists.js';

/** By write: the threads that read it, each with its version at that time. */
export class DirectReaders {
  private readonly lists = new Lists();
  // Columns by element.
  private reader = new Int32Array(this.lists.capacity);
  private version = new Int32Array(this.lists.capacity);

  /** Returns whether a clock has the version of one of the readers. `first`: the entry of thread 0. */
  isReached(write: number, clocks: ClockRows, clock: number, first: number): boolean {
    const { lists } = this;
    for (let at = lists.first(write); at !== END; at = lists.next(at)) {
      if (clocks.get(clock, first + this.reader[at]!) >= this.version[at]!) return true;
    }
    return false;
  }

  add(write: number, reader: number, version: number): void {
    const at = this.lists.push(write);
    if (at >= this.reader.length) {
      for (const column of ['reader', 'version'] as const) this[column] = grown(this[column], this.lists.capacity);
    }
    this.reader[at] = reader;
    this.version[at] = version;
  }

  /** Adds the reader, unless the thread has read the write before. */
  addFirst(write: number, reader: number, version: number): void {
    const { lists } = this;
    for (let at = lists.first(write); at !== END; at = lists.next(at)) if (this.reader[at] === reader) return;
    this.add(write, reader, version);
  }

  drop(write: number): void {
    this.lists.dropAll(write);
  }
}
