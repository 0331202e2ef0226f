import { StateRows } from './state-rows.js';

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

/** A set of final states with counts. Usage in a hot loop: fill `row` (see `StateRows.begin`), then `add`. */
export class FinalStates extends StateRows {
  private counts = new Float64Array(0);

  /** Counts `row`, for this many executions, and returns its number. */
  add(executions = 1): number {
    const number = this.intern();
    if (number >= this.counts.length) {
      const counts = new Float64Array(Math.max(2 * this.counts.length, 8));
      counts.set(this.counts);
      this.counts = counts;
    }
    this.counts[number]! += executions;
    return number;
  }

  /** Iterates over all final states. Each is valid until the next iteration. */
  *[Symbol.iterator](): Generator<FinalState> {
    this.begin();
    let number = 0;
    const at = (i: number): number => this.word(number, i);
    const { counts, memoryAt } = this;
    const final: FinalState = {
      get deadlocked() {
        return at(0) === 1;
      },
      get executions() {
        return counts[number]!;
      },
      local: (thread) => at(1 + thread),
      value: (location) => at(memoryAt + location),
    };
    for (; number < this.count; number++) yield final;
  }

  /** Adds the counts of another table over the same states. */
  merge(other: FinalStates): void {
    this.begin();
    other.begin();
    for (let i = 0; i < other.count; i++) {
      other.take(i, this.row);
      this.add(other.counts[i]);
    }
  }
}
