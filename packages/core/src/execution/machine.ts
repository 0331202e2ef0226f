import { FencepostError } from '../common/errors.js';
import { MOST_EVENTS_PER_THREAD, eventName } from '../operations/events.js';
import type { LocalStates } from '../states/local-states.js';
import type { Memory, ModelName } from '../models/index.js';
import { lowering, machineOf } from '../models/index.js';
import { DIRECT, DRAIN_ALL, DRAIN_LOCATION, LOAD_LOAD, STORE_STORE } from '../models/lowering.js';
import { DONE, FENCE, JOIN, LOAD, RMW, SPAWN, STORE, canBeJoined, hasEnded } from '../operations/operation.js';
import { VisitedStates } from './visited-states.js';
import type { Recorder } from './recorder.js';
import { NO_READ } from './recorder.js';

/**
 * A program running on an operational model. Actors are the threads (`canRun`, `run`) and their store buffers
 * (`canCommit`, `commit`). The caller chooses the next one.
 */
export class Machine {
  readonly states: LocalStates;
  readonly model: ModelName;
  readonly memory: Memory;
  /** Local state of each thread; 0: not started. */
  local = new Int32Array(0);
  /** Number of operations executed by each thread. */
  position = new Int32Array(0);
  readonly passed = new VisitedStates();
  /** Records the execution, if given. */
  readonly recorder: Recorder | undefined;
  private readonly table: Int32Array;
  private readonly isPermissive: boolean;

  constructor(states: LocalStates, model: ModelName, recorder?: Recorder) {
    this.states = states;
    this.model = model;
    const { createMemory, isPermissive = false } = machineOf(model);
    this.memory = createMemory();
    this.isPermissive = isPermissive;
    this.table = lowering(model);
    this.recorder = recorder;
    this.fit();
    this.local.set(states.initial);
  }

  /** Copies the state of another machine of the same program and model. */
  copyFrom(other: Machine): void {
    this.fit();
    this.local.fill(0);
    this.position.fill(0);
    this.local.set(other.local);
    this.position.set(other.position);
    this.passed.copyFrom(other.passed);
    this.memory.copyFrom(other.memory);
    if (this.recorder !== undefined && other.recorder !== undefined) this.recorder.copyFrom(other.recorder);
    // The other machine may lack locations and threads discovered since.
    this.memory.fit(this.states.locations.initial, this.states.threads.count);
  }

  get threads(): number {
    return this.local.length;
  }

  /** Whether the thread has returned or failed, and all its stores have reached memory. */
  finished(t: number): boolean {
    const state = this.local[t]!;
    return state !== 0 && hasEnded(this.states.kind[state]!) && this.memory.drained(t);
  }

  private canBeJoined(t: number): boolean {
    return canBeJoined(this.states.kind[this.local[t]!]!) && this.finished(t);
  }

  /**
   * Returns the number of ways in which thread t could execute its operation now. Each may still be disabled by a
   * condition (`canRun`).
   */
  choices(t: number): number {
    const state = this.local[t]!;
    const location = this.states.location[state]!;
    switch (this.states.kind[state]) {
      case LOAD:
        return this.memory.loadChoices(t, location);
      case STORE:
      case RMW:
        return this.memory.writeChoices(location);
      default:
        return 1;
    }
  }

  /** Whether thread t can execute its next operation now, in some way that the model allows regardless of the past. */
  canContinue(t: number): boolean {
    // A permissive machine cannot decide which other choices the model allows.
    const choices = this.isPermissive ? 1 : this.choices(t);
    for (let choice = 0; choice < choices; choice++) if (this.canRun(t, choice)) return true;
    return false;
  }

  /** Whether thread t can execute its next operation now, with this one of its `choices`. */
  canRun(t: number, choice = 0): boolean {
    const { states, memory } = this;
    const state = this.local[t]!;
    if (state === 0) return false;
    const kind = states.kind[state]!;
    if (kind >= DONE || (choice !== 0 && choice >= this.choices(t))) return false;
    const flags = this.table[states.code[state]!]!;
    if ((flags & DRAIN_ALL) !== 0 && !memory.drained(t)) return false;
    const location = states.location[state]!;
    if ((flags & DRAIN_LOCATION) !== 0 && !memory.drainedFor(t, location)) return false;
    if (kind === JOIN) return this.canBeJoined(states.operand[state]!);
    if (states.comparison[state] === 0) return true;
    return states.accepts(state, memory.peek(t, location, choice));
  }

  /** Whether the next operation of thread t will write. (A compare-and-swap might fail.) */
  willWrite(t: number): boolean {
    const { states } = this;
    const state = this.local[t]!;
    if (states.kind[state] !== RMW) return states.kind[state] === STORE;
    return states.writesAfter(state, this.memory.peek(t, states.location[state]!, 0));
  }

  /** Executes the next operation of thread t, which must be able to run. */
  run(t: number, choice = 0): void {
    const { states, memory } = this;
    const state = this.local[t]!;
    const flags = this.table[states.code[state]!]!;
    const location = states.location[state]!;
    const event = eventName(t, this.position[t]!++);
    let result = 0;
    let source = NO_READ;
    let writes = false;
    if ((flags & STORE_STORE) !== 0) memory.storeStoreFence(t);
    switch (states.kind[state]) {
      case LOAD:
        memory.load(t, location, choice);
        result = memory.value;
        source = memory.source;
        break;
      case STORE:
        writes = true;
        if ((flags & DIRECT) === 0) memory.store(t, location, states.operand[state]!, event);
        else this.writeThrough(t, location, states.operand[state]!, event, choice);
        break;
      case RMW:
        memory.load(t, location, choice);
        result = memory.value;
        source = memory.source;
        writes = states.writesAfter(state, result);
        if (writes) this.writeThrough(t, location, states.written(state, result), event, choice);
        break;
      case SPAWN: {
        const child = states.operand[state]!;
        result = states.threads.handles[child]!;
        this.fit();
        this.local[child] = states.second[state]!;
        memory.loadLoadFence(child);
        break;
      }
      case FENCE:
      case JOIN:
        break;
      default:
        throw new Error('a finished thread cannot run');
    }
    if ((flags & LOAD_LOAD) !== 0) memory.loadLoadFence(t);
    this.recorder?.operation(event, source, writes);
    this.passed.note(t, this.position[t]! - 1, state, result);
    this.local[t] = states.update(state, result);
    if (this.position[t]! >= MOST_EVENTS_PER_THREAD) throw new FencepostError('TOO_LARGE', 'a thread does not end');
    this.fit();
  }

  /**
   * Undoes the last operations of a thread, none of which changed memory: an atomic that wrote stored the same value.
   * Requires a recorder. Not for models where loads read old values: there such a write is part of the history.
   */
  takeBack(t: number, operations: number): void {
    const { states, memory, recorder } = this;
    for (let left = operations; left > 0; left--) {
      const position = --this.position[t]!;
      const state = this.passed.stateAt(t, position);
      const location = states.location[state]!;
      const event = eventName(t, position);
      if (memory.writer[location] === event) memory.writer[location] = recorder!.sources[t]!.at(-1)!;
      recorder!.takeBack(t, location);
      this.local[t] = state;
    }
  }

  /** Whether the pending store of this rank can reach memory now. */
  canCommit(t: number, rank: number): boolean {
    return this.memory.committable(t, rank);
  }

  /** Commits the pending store of this rank, which must be able to commit. */
  commit(t: number, rank: number): void {
    this.memory.commit(t, rank);
    this.recorder?.committed(this.memory.committedLocation, this.memory.committedEvent);
  }

  /** Whether no step is possible and some thread has not ended. */
  isDeadlocked(): boolean {
    let waiting = false;
    for (let t = 0; t < this.threads; t++) {
      if (this.local[t] === 0 || this.finished(t)) continue;
      if (this.memory.pending(t) > 0) return false;
      if (this.canContinue(t)) return false;
      waiting = true;
    }
    return waiting;
  }

  private writeThrough(t: number, location: number, value: number, event: number, choice: number): void {
    this.memory.writeThrough(t, location, value, event, choice);
    this.recorder?.committed(location, event, choice);
  }

  /** Makes room for threads and locations discovered since. */
  private fit(): void {
    const { threads, locations } = this.states;
    if (this.local.length === threads.count && this.memory.m.length === locations.count) return;
    if (this.local.length < threads.count) {
      const local = new Int32Array(threads.count);
      local.set(this.local);
      const position = new Int32Array(threads.count);
      position.set(this.position);
      this.local = local;
      this.position = position;
    }
    this.memory.fit(locations.initial, threads.count);
  }
}
