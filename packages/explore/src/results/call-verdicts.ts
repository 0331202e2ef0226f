import type { Calls, Failure, FinalView, LocalStates } from '@fencepost/core';
import { failureFrom, failureKey, isFencepostError, isRestart } from '@fencepost/core';
import type { FinishedRun } from './ending.js';
import type { FinalState } from './final-states.js';
import type { Tally } from './tally.js';

const RIGHT = -1;

/**
 * Decides the histories of a search. Most executions share their history with many others: the final states of the
 * threads that make the calls, and the order of the calls. So decisions are cached.
 */
export class CallVerdicts {
  private readonly states: LocalStates;
  private readonly calls: Calls;
  private readonly tally: Tally;
  private readonly view: (final: FinalState) => FinalView;
  /** Words per row: local states, order, verdict (`RIGHT`, or the number of a failure). */
  private readonly width: number;
  private rows: Int32Array;
  private table = new Int32Array(64).fill(-1);
  private size = 0;
  private readonly failures: Failure[] = [];

  constructor(states: LocalStates, calls: Calls, tally: Tally, view: (final: FinalState) => FinalView) {
    this.states = states;
    this.calls = calls;
    this.tally = tally;
    this.view = view;
    this.width = calls.threads.length + 2 * calls.count + 1;
    this.rows = new Int32Array(64 * this.width);
  }

  /** Number of histories decided. */
  get decided(): number {
    return this.size;
  }

  /** Clears the cache, because local states will get other numbers. */
  clear(): void {
    this.table.fill(-1);
    this.size = 0;
  }

  /** Counts a complete execution. */
  add(run: FinishedRun, order: Int32Array): void {
    const { rows, width } = this;
    // The candidate row goes after the last row, where a new one would be added.
    const at = this.size * width;
    const threads = this.calls.threads.length;
    for (let t = 0; t < threads; t++) rows[at + t] = run.local[t]!;
    rows.set(order, at + threads);
    const row = this.find(at);
    const verdict = row < 0 ? this.decide(~row, run, order) : this.rows[row * width + width - 1]!;
    if (verdict !== RIGHT) this.tally.addFailure(this.failures[verdict]!, 1);
  }

  /** Returns the row that equals the one at this offset or, inverted, the place in the table for a new one. */
  private find(at: number): number {
    const { rows, width, table } = this;
    const mask = table.length - 1;
    let hash = 0;
    for (let k = 0; k < width - 1; k++) hash = Math.imul(hash ^ rows[at + k]!, 0x9e3779b1) ^ (hash >>> 15);
    for (let i = (hash ^ (hash >>> 13)) & mask; ; i = (i + 1) & mask) {
      const row = table[i]!;
      if (row < 0) return ~i;
      let k = 0;
      while (k < width - 1 && rows[row * width + k] === rows[at + k]) k++;
      if (k === width - 1) return row;
    }
  }

  private decide(place: number, run: FinishedRun, order: Int32Array): number {
    const { width } = this;
    const failure = failureOfCalls(this.calls, this.view(finalOf(run)), order);
    const verdict = failure === undefined ? RIGHT : this.numberOf(failure);
    this.rows[this.size * width + width - 1] = verdict;
    this.table[place] = this.size++;
    if (2 * this.size > this.table.length) this.grow();
    return verdict;
  }

  private numberOf(failure: Failure): number {
    const key = failureKey(failure);
    const known = this.failures.findIndex((each) => failureKey(each) === key);
    return known >= 0 ? known : this.failures.push(failure) - 1;
  }

  private grow(): void {
    const { rows, width, size } = this;
    this.rows = new Int32Array(2 * rows.length);
    this.rows.set(rows);
    this.table = new Int32Array(2 * this.table.length).fill(-1);
    for (let row = 0; row < size; row++) this.table[~this.find(row * width)] = row;
  }
}

function finalOf(run: FinishedRun): FinalState {
  return {
    deadlocked: false,
    executions: 1,
    local: (thread) => run.local[thread] ?? 0,
    value: (location) => run.valueAt(location),
  };
}

/** Returns the failure of the calls; undefined if some order explains them. */
export function failureOfCalls(calls: Calls, view: FinalView, order: Int32Array): Failure | undefined {
  try {
    calls.check(view, order);
    return undefined;
  } catch (error) {
    if (isFencepostError(error) || isRestart(error)) throw error;
    return failureFrom(error);
  }
}
