import type { LocalStates } from '@fencepost/core';

/**
 * A set of states of a program: rows of integers (a note, a local state for each thread, memory) in an open-addressing
 * hash table. Usage in a hot loop: fill `row` (see `begin`), then `intern`. Nothing is allocated for a known row.
 */
export class StateRows {
  /** The row being built: 0 the note, then `threads` local states, then `locations` values. */
  row = new Int32Array(16);
  private threads = 0;
  private locations = 0;
  private width = 1;
  private rows = new Int32Array(0);
  private table = new Int32Array(64).fill(-1);
  private size = 0;
  private readonly states: LocalStates;

  constructor(states: LocalStates) {
    this.states = states;
    this.begin();
  }

  /**
   * Prepares `row` for the threads and locations known now, and returns the offset of the memory values in it. The row
   * still has its old content: fill all of it.
   */
  begin(): number {
    const { threads, locations } = this.states;
    if (threads.count !== this.threads || locations.count !== this.locations) this.widen();
    return this.memoryAt;
  }

  get memoryAt(): number {
    return 1 + this.threads;
  }

  /** Number of rows. */
  get count(): number {
    return this.size;
  }

  /** Number of words of all rows. */
  get words(): number {
    return this.size * this.width;
  }

  /** Returns a word of a row. */
  word(number: number, i: number): number {
    return this.rows[number * this.width + i]!;
  }

  /** Copies a row. */
  take(number: number, into: Int32Array): void {
    const { rows, width } = this;
    const at = number * width;
    for (let i = 0; i < width; i++) into[i] = rows[at + i]!;
  }

  /** Returns the number of `row`, which is `count` if it is new. */
  intern(): number {
    const { row, rows, width, table } = this;
    const mask = table.length - 1;
    for (let i = hashOf(row, 0, width) & mask; ; i = (i + 1) & mask) {
      const number = table[i]!;
      if (number < 0) return this.insert(i);
      const at = number * width;
      let k = 0;
      while (k < width && rows[at + k] === row[k]) k++;
      if (k === width) return number;
    }
  }

  private insert(slot: number): number {
    const number = this.size++;
    if (this.size * this.width > this.rows.length) {
      const rows = new Int32Array(Math.max(2 * this.rows.length, 8 * this.width));
      rows.set(this.rows);
      this.rows = rows;
    }
    this.rows.set(this.row.subarray(0, this.width), number * this.width);
    this.table[slot] = number;
    if (2 * this.size > this.table.length) this.rehash(2 * this.table.length);
    return number;
  }

  private rehash(capacity: number): void {
    this.table = new Int32Array(capacity).fill(-1);
    for (let number = 0; number < this.size; number++) {
      let i = hashOf(this.rows, number * this.width, this.width) & (capacity - 1);
      while (this.table[i]! >= 0) i = (i + 1) & (capacity - 1);
      this.table[i] = number;
    }
  }

  /**
   * Widens the rows for newly discovered threads and locations. In old rows, the threads never started and the
   * locations have their initial values.
   */
  private widen(): void {
    const { threads, locations } = this.states;
    const width = 1 + threads.count + locations.count;
    const rows = new Int32Array(Math.max(this.size, 8) * width);
    for (let number = 0; number < this.size; number++) {
      const from = number * this.width;
      const to = number * width;
      rows.set(this.rows.subarray(from, from + 1 + this.threads), to);
      rows.set(locations.initial, to + 1 + threads.count);
      rows.set(this.rows.subarray(from + 1 + this.threads, from + this.width), to + 1 + threads.count);
    }
    this.rows = rows;
    this.row = new Int32Array(width);
    this.width = width;
    this.threads = threads.count;
    this.locations = locations.count;
    this.rehash(this.table.length);
  }
}

function hashOf(words: Int32Array, from: number, length: number): number {
  let h = 0x811c9dc5;
  for (let i = from; i < from + length; i++) h = Math.imul(h ^ words[i]!, 0x01000193);
  return h ^ (h >>> 15);
}
