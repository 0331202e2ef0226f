import type { LocalStates } from '@fencepost/core';

/** One final state of a program. */
export interface FinalState {
  /** Whether threads wait forever that should not. */
  readonly deadlocked: boolean;
  /** Number of executions that ended in it. */
  readonly executions: number;
  /** Returns the last local state of a thread (by index); 0 if it never started. */
  local(thread: number): number;
  /** Returns the value of a location. */
  value(location: number): number;
}

/**
 * A set of final states with counts: rows of integers (`deadlocked`, local states, memory) in an open-addressing hash
 * table. Usage in a hot loop: fill `row` (see `begin`), then `add`. Nothing is allocated for a known row.
 */
export class FinalStates {
  /** The row being built: 0 deadlocked, then `threads` local states, then `locations` values. */
  row = new Int32Array(16);
  private threads = 0;
  private locations = 0;
  private width = 1;
  private rows = new Int32Array(0);
  private counts = new Float64Array(0);
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
    return 1 + this.threads;
  }

  /** Counts `row`, for this many executions, and returns its number. */
  add(executions = 1): number {
    const number = this.find(); // may replace `counts`
    this.counts[number]! += executions;
    return number;
  }

  /** Number of distinct final states. */
  get count(): number {
    return this.size;
  }

  /** Iterates over all final states. Each is valid until the next iteration. */
  *[Symbol.iterator](): Generator<FinalState> {
    this.begin();
    let number = 0;
    const { rows, counts, width, threads } = this;
    const final: FinalState = {
      get deadlocked() {
        return rows[number * width] === 1;
      },
      get executions() {
        return counts[number]!;
      },
      local: (thread) => rows[number * width + 1 + thread]!,
      value: (location) => rows[number * width + 1 + threads + location]!,
    };
    for (; number < this.size; number++) yield final;
  }

  /** Adds the counts of another table over the same states. */
  merge(other: FinalStates): void {
    this.begin();
    other.begin();
    for (let i = 0; i < other.size; i++) {
      this.row.set(other.rows.subarray(i * this.width, (i + 1) * this.width));
      const number = this.find(); // may replace `counts`
      this.counts[number]! += other.counts[i]!;
    }
  }

  private find(): number {
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
    if (this.size > this.counts.length) {
      const counts = new Float64Array(Math.max(2 * this.counts.length, 8));
      counts.set(this.counts);
      this.counts = counts;
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
