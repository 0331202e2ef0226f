import type { Failure, LocalStates, Schedule } from '@fencepost/core';
import { STUCK } from '@fencepost/core';
import type { FinishedRun } from '../results/ending.js';
import { endingOf } from '../results/ending.js';
import { failuresOfRun } from '../results/failures.js';
import { StateRows } from '../results/state-rows.js';
import { isAcyclic } from './acyclic.js';
import { DATA_RACE, NO_RACE, raceAt } from './joint-races.js';
import { JointSteps } from './joint-steps.js';
import { getsStuckAgain } from './stuck-again.js';

/** Maximum number of words of all rows: 128 MB. */
const MOST_WORDS = 1 << 25;

/** The first failure that was found, and an execution with as few steps as possible that shows it. */
export interface JointFailure {
  readonly failure: Failure;
  readonly schedule: Schedule;
}

/**
 * Explores the joint states of a program under SC: the local states of all threads, and memory. Executions that lead to the
 * same joint state have the same future, so there can be far fewer joint states than executions. Decides whether something
 * fails, but neither counts executions nor finds all of them (docs/internals/decisions/0062).
 *
 * Local states must not be forgotten during the search.
 */
export class JointSearch {
  /** The worst race that some joint state is just before. */
  private race = NO_RACE;
  /** Number of joint states in which the program may end. */
  ends = 0;
  failure: JointFailure | undefined;
  private readonly states: LocalStates;
  private readonly epoch: number;
  private readonly rows: StateRows;
  private readonly steps: JointSteps;
  private next = 0;
  /** By joint state: the one before it, and the thread that made the step. */
  private before = new Int32Array(1 << 10);
  private by = new Int32Array(1 << 10);
  private acyclic: boolean | undefined;

  constructor(states: LocalStates) {
    this.states = states;
    this.epoch = states.epoch;
    this.rows = new StateRows(states);
    this.steps = new JointSteps(states, this.rows);
  }

  /** Whether some execution may have a data race. */
  get racy(): boolean {
    return this.race === DATA_RACE;
  }

  /** Whether conflicting accesses are ordered, or seq_cst, or locks: then every model that has locks has SC executions only. */
  get isOrdered(): boolean {
    return this.race === NO_RACE;
  }

  /** Number of joint states found. */
  get count(): number {
    return this.rows.count;
  }

  /** Whether it can go on: its local states are still known. */
  get isCurrent(): boolean {
    return this.states.epoch === this.epoch;
  }

  /** Whether every joint state was explored, and each execution ends. */
  get isComplete(): boolean {
    if (this.next < this.rows.count) return false;
    this.acyclic ??= !this.steps.anyMerged || this.endsAlways();
    return this.acyclic;
  }

  /** Explores joint states, one at each call. Returns false if there is nothing left to do within `most` of them. */
  advance(most: number): boolean {
    const { rows, next } = this;
    if (this.failure !== undefined || next >= rows.count || rows.count >= most || rows.words >= MOST_WORDS)
      return false;
    this.next++;
    this.expand(next);
    return true;
  }

  private expand(number: number): void {
    const { rows, steps } = this;
    let isEnd = true;
    for (let t = 0; t < this.states.threads.count; t++) {
      const known = rows.count;
      const after = steps.after(number, t);
      if (after < 0) continue;
      isEnd = false;
      if (after === known) this.add(after, number, t);
    }
    if (isEnd) this.end(number);
    else if (this.race !== DATA_RACE) this.race = Math.max(this.race, raceAt(this.states, this.localOf(number)));
  }

  private add(number: number, before: number, thread: number): void {
    if (number >= this.before.length) {
      this.before = doubled(this.before);
      this.by = doubled(this.by);
    }
    this.before[number] = before;
    this.by[number] = thread;
  }

  private end(number: number): void {
    const { states } = this;
    const run: FinishedRun = {
      local: this.localOf(number),
      operations: 0,
      valueAt: (location) => this.steps.valueAt(number, location),
      // Not the values that were read count, but what they led to: other paths may have read others.
      someRead: (t, operations) => !this.getsStuckAgain(number, t, operations),
    };
    const ending = endingOf(states, run);
    if (ending.kind === 'complete') this.ends++;
    const [failure] = failuresOfRun(states, run, ending);
    if (failure !== undefined) this.failure = { failure, schedule: this.scheduleTo(number) };
  }

  private localOf(number: number): Int32Array {
    return Int32Array.from({ length: this.states.threads.count }, (_, t) => this.steps.localAt(number, t));
  }

  /** Whether thread t, which is stuck after its last `operations`, would make the same again. */
  private getsStuckAgain(number: number, t: number, operations: number): boolean {
    const { steps, states } = this;
    let at = number;
    for (let left = operations; left > 0 && at !== 0; at = this.before[at]!) if (this.by[at] === t) left--;
    const stuck = steps.localAt(number, t);
    if (states.kind[stuck] !== STUCK) return false;
    return getsStuckAgain(states, steps.localAt(at, t), stuck, (location) => steps.valueAt(number, location));
  }

  private scheduleTo(number: number): Schedule {
    const { handles } = this.states.threads;
    const threads: number[] = [];
    for (let at = number; at !== 0; at = this.before[at]!) threads.push(handles[this.by[at]!]!);
    return threads.reverse().map((thread) => ({ kind: 'run', thread, choice: 0 }));
  }

  private endsAlways(): boolean {
    const { rows, states, steps } = this;
    return isAcyclic(rows.count, states.threads.count, (number, t) => steps.after(number, t));
  }
}

function doubled(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(2 * column.length);
  wider.set(column);
  return wider;
}
