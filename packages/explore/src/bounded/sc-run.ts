import type { LocalStates, ReadTest } from '@fencepost/core';
import {
  DONE,
  FENCE,
  FencepostError,
  INITIAL,
  JOIN,
  LOAD,
  MOST_EVENTS_PER_THREAD,
  NO_READ,
  VisitedStates,
  RMW,
  SPAWN,
  STORE,
  canBeJoined,
  eventName,
  grown,
} from '@fencepost/core';
import type { FinishedRun } from '../results/ending.js';
import { highHash, lowHash } from './event-hash.js';
import { RunLog } from './run-log.js';

/**
 * A program running under SC, like core's `Machine`, but with undo. A step is an operation of a thread; with
 * `passingFences` it includes the fences that follow, except for a fence at the end of the thread.
 */
export class ScRun implements FinishedRun {
  readonly states: LocalStates;
  /** Local state of each thread; 0: not started. */
  local = new Int32Array(0);
  /** Value of each location. */
  value = new Int32Array(0);
  /** Hash of the configuration (event-hash.ts). */
  low = 0;
  high = 0;
  readonly log = new RunLog();
  private readonly passingFences: boolean;
  private position = new Int32Array(0);
  private readonly passed = new VisitedStates();
  private writer = new Int32Array(0);
  private threads = 0;
  private locations = 0;
  /** By step: length of the log before it. */
  private begin = new Int32Array(64);
  private steps = 0;

  constructor(states: LocalStates, passingFences: boolean) {
    this.states = states;
    this.passingFences = passingFences;
    this.fit();
    this.local.set(states.initial);
  }

  canRun(t: number): boolean {
    const { states } = this;
    const state = this.local[t]!;
    if (state === 0) return false;
    const kind = states.kind[state]!;
    if (kind >= DONE) return false;
    if (kind === JOIN) return canBeJoined(states.kind[this.local[states.operand[state]!]!]!);
    return states.comparison[state] === 0 || states.accepts(state, this.value[states.location[state]!]!);
  }

  /** Returns the first thread from `first` on, other than `except`, that can run; -1 if none. */
  firstThatCanRun(first: number, except: number): number {
    for (let t = first; t < this.threads; t++) if (t !== except && this.canRun(t)) return t;
    return -1;
  }

  /** Number of operations so far. */
  get operations(): number {
    return this.log.length;
  }

  valueAt(location: number): number {
    return this.value[location]!;
  }

  /** Whether the thread is blocked only by the value it would read. */
  waitsForValue(t: number): boolean {
    return this.local[t] !== 0 && this.states.comparison[this.local[t]!] !== 0 && !this.canRun(t);
  }

  /** Takes a step of thread t, which must be able to run. */
  step(t: number): void {
    if (this.steps === this.begin.length) this.begin = grown(this.begin, 2 * this.steps);
    this.begin[this.steps++] = this.log.length;
    this.execute(t);
    if (this.passingFences) this.passFences(t);
  }

  /** Undoes the last step. */
  undo(): void {
    const begin = this.begin[--this.steps]!;
    while (this.log.length > begin) this.undoOperation();
  }

  someRead(t: number, operations: number, test: ReadTest): boolean {
    return this.passed.someRead(this.states, t, this.position[t]!, operations, test);
  }

  /**
   * Forgets the local states that this run does not need. It keeps the states it has passed, because undo returns to
   * them.
   */
  forgetStates(): void {
    const { local, position, passed } = this;
    this.states.forgetAllBut([local, ...Array.from(position, (executed, t) => passed.of(t, executed))]);
  }

  private passFences(t: number): void {
    const { states } = this;
    for (let state = this.local[t]!; states.kind[state] === FENCE; state = this.local[t]!) {
      if (states.isTerminal(states.update(state, 0))) return;
      this.execute(t);
    }
  }

  private execute(t: number): void {
    const { states, log } = this;
    const state = this.local[t]!;
    const kind = states.kind[state]!;
    const event = eventName(t, this.position[t]!);
    const i = log.append();
    let result = 0;
    let link = NO_READ;
    let writes = 0;
    if (kind <= RMW) {
      const location = states.location[state]!;
      const old = this.value[location]!;
      link = this.writer[location]!;
      if (kind !== STORE) result = old;
      if (kind === STORE || (kind !== LOAD && states.writesAfter(state, old))) {
        writes = 1;
        log.replaced[i] = old;
        this.value[location] = kind === STORE ? states.operand[state]! : states.written(state, old);
        this.writer[location] = event;
      }
    } else if (kind === SPAWN) {
      const child = states.operand[state]!;
      result = states.threads.handles[child]!;
      this.local[child] = states.second[state]!;
    }
    log.thread[i] = t;
    log.state[i] = state;
    log.link[i] = link;
    log.writes[i] = writes;
    log.low[i] = this.low;
    log.high[i] = this.high;
    this.low = (this.low + lowHash(event, link)) | 0;
    this.high = (this.high + highHash(event, link)) | 0;
    if (++this.position[t]! >= MOST_EVENTS_PER_THREAD) throw new FencepostError('TOO_LARGE', 'a thread does not end');
    this.passed.note(t, this.position[t]! - 1, state, result);
    this.local[t] = states.update(state, result);
    this.fit();
  }

  private undoOperation(): void {
    const { states, log } = this;
    const i = --log.length;
    const t = log.thread[i]!;
    const state = log.state[i]!;
    this.local[t] = state;
    this.position[t]!--;
    this.low = log.low[i]!;
    this.high = log.high[i]!;
    if (log.writes[i] === 1) {
      const location = states.location[state]!;
      this.value[location] = log.replaced[i]!;
      this.writer[location] = log.link[i]!;
    } else if (states.kind[state] === SPAWN) this.local[states.operand[state]!] = 0;
  }

  /** Allocates space for newly discovered threads and locations. New locations hold their initial value. */
  private fit(): void {
    const { threads, locations } = this.states;
    if (threads.count > this.threads) {
      this.local = grown(this.local, threads.count);
      this.position = grown(this.position, threads.count);
      this.threads = threads.count;
    }
    if (locations.count > this.locations) {
      this.value = grown(this.value, locations.count);
      this.writer = grown(this.writer, locations.count);
      for (let x = this.locations; x < locations.count; x++) {
        this.value[x] = locations.initial[x]!;
        this.writer[x] = INITIAL;
      }
      this.locations = locations.count;
    }
  }
}
