import type { Failure, LocalStates, ModelName, Schedule, Step } from '@fencepost/core';
import {
  FAIL,
  Machine,
  RMW,
  Recorder,
  SPAWN,
  STORE,
  STUCK,
  eventPosition,
  eventThread,
  grown,
  isSequentialInMemory,
  isSequentiallyConsistent,
  mayLeaveOut,
  machineOf,
  requireOwnMachine,
  traceOf,
} from '@fencepost/core';
import type { Ending } from '../results/ending.js';
import { cutByBound, endingOf, readsOtherwise } from '../results/ending.js';
import { failuresOfRun } from '../results/failures.js';
import { FinishedMachine } from '../results/finished-machine.js';
import { Accesses, NEVER_STORED, isAccess } from './accesses.js';

/** Default limit on steps. Smaller than the maximum number of operations of a thread. */
export const MOST_STEPS = 1_000_000;

/** Chooses the next steps of a run. */
export interface Strategy {
  /** Takes one or more steps of the run. Returns false if none is possible. */
  step(run: Run): boolean;
}

/** Steps of a run, as columns. */
export interface RecordedSteps {
  /** Number of the thread; -1 for a step that was rolled back. */
  readonly threads: Int32Array;
  /** The choice of the thread. If negative, the complement of the rank of the store that reached memory. */
  readonly what: Int32Array;
  /** 2 * (location accessed in memory), plus 1 if it was written; -1 if none. */
  readonly effects: Int32Array;
}

/** The result of a run. */
export interface RunResult {
  /** A run that exceeds the step limit counts as cut off by that limit. */
  readonly kind: Ending['kind'];
  /** Failures of the run, even if it was abandoned after them. */
  readonly failures: readonly Failure[];
}

/**
 * One execution of a program on a machine, with a record of its steps. The object is reused for successive executions.
 * Thread numbers depend on what earlier executions discovered. Strategies use `order` instead, so that the same random
 * numbers give the same execution.
 */
export class Run {
  readonly states: LocalStates;
  readonly model: ModelName;
  readonly hasBuffers: boolean;
  /** Whether each location has its own store buffer. */
  readonly buffersPerLocation: boolean;
  /** Whether loads may return old values. */
  readonly readsOldValues: boolean;
  machine: Machine;
  /** The threads, in the order of their handles. */
  order: readonly number[] = [];
  /** Number of steps so far: operations of threads, and commits. */
  length = 0;
  /** Whether SC may forbid this execution. That requires a thread that ran while one of its stores was pending. */
  relaxed = false;
  /** The accesses so far. Their order at each location is known only at the end (`recorded`). */
  readonly accesses = new Accesses();
  /** By access: the step at which it was issued. */
  readonly issued: number[] = [];
  /** By thread: its pending stores, oldest first, as numbers of accesses. */
  readonly pending: number[][] = [];
  private recorder: Recorder;
  /** By thread: number of the access at each position; -1 if that operation is not an access. */
  private readonly accessAt: number[][] = [];
  // The columns of `RecordedSteps`.
  /** Threads that completed a loop iteration that changed nothing. */
  private readonly waiting: number[] = [];
  /** Threads that failed, in the order of their failures. */
  private readonly failed: number[] = [];
  /** Accesses of loop iterations that were rolled back. */
  private readonly dropped = new Set<number>();
  private stepThread = new Int32Array(256);
  private stepWhat = new Int32Array(256);
  private stepEffect = new Int32Array(256);
  private steps: RecordedSteps | undefined;

  constructor(states: LocalStates, model: ModelName) {
    this.states = states;
    this.model = model;
    requireOwnMachine(model, 'a test');
    const { buffers, readsOldValues } = machineOf(model);
    this.hasBuffers = buffers !== 'none';
    this.buffersPerLocation = buffers === 'location';
    this.readsOldValues = readsOldValues;
    this.recorder = new Recorder();
    this.machine = new Machine(states, model, this.recorder);
  }

  /** Runs the program once. */
  execute(strategy: Strategy, mostSteps: number): RunResult {
    const { states } = this;
    // Between two runs no state is in use.
    if (states.crowded) states.forgetAllBut([]);
    this.recorder = new Recorder();
    this.machine = new Machine(states, this.model, this.recorder);
    this.length = 0;
    this.steps = undefined;
    this.relaxed = false;
    this.accesses.clear();
    this.waiting.length = this.failed.length = 0;
    if (states.anyFailure) this.noteFailures();
    this.dropped.clear();
    for (const row of this.accessAt) row.length = 0;
    for (const row of this.pending) row.length = 0;
    this.sortThreads();
    let over = false;
    while (!over && this.length < mostSteps) over = !strategy.step(this);
    return this.result(over);
  }

  /** Executes the next operation of thread t. */
  run(t: number, choice = 0): void {
    const { machine, states, recorder } = this;
    const state = machine.local[t]!;
    const position = machine.position[t]!;
    const access = isAccess(states, state);
    const [kind, label, location] = [states.kind[state]!, states.label[state]!, states.location[state]!];
    this.note(t, choice);
    if (choice !== 0 || machine.memory.pending(t) > 0) this.relaxed = true;
    machine.run(t, choice);
    if (states.threads.count !== this.order.length) this.sortThreads();
    const writes = access && (kind === STORE || (kind === RMW && recorder.wrote[t]![position]!));
    const number = access ? this.accesses.add(t, position, label, location, writes) : -1;
    this.accessAt[t]![position] = number;
    if (access) this.issued[number] = this.length - 1;
    if (machine.memory.pending(t) > this.pending[t]!.length) this.pending[t]!.push(number);
    else if (access) this.stepEffect[this.length - 1] = 2 * location + (writes ? 1 : 0);
    if (states.kind[machine.local[t]!] === STUCK) this.waiting.push(t);
    if (states.anyFailure && (kind === SPAWN || states.kind[machine.local[t]!] === FAIL)) this.noteFailures();
    if (this.waiting.length > 0) this.goRoundAgain();
  }

  private noteFailures(): void {
    const { states, machine, failed } = this;
    machine.local.forEach((state, t) => {
      if (states.kind[state] === FAIL && !failed.includes(t)) failed.push(t);
    });
  }

  /** Commits the store of this rank. */
  commit(t: number, rank: number): void {
    this.note(t, ~rank);
    this.machine.commit(t, rank);
    const [access] = this.pending[t]!.splice(rank, 1);
    if (access! >= 0) this.stepEffect[this.length - 1] = 2 * this.accesses.location[access!]! + 1;
    if (this.waiting.length > 0) this.goRoundAgain();
  }

  /**
   * Resumes threads that wait in a spin loop if a value they read there has changed since. Rolls back the iteration
   * that changed nothing: as in other explorations it is in no trace, and a schedule without it can be replayed.
   */
  private goRoundAgain(): void {
    const { states, machine, waiting } = this;
    for (let i = waiting.length - 1; i >= 0; i--) {
      const t = waiting[i]!;
      const run = new FinishedMachine(machine);
      if (!readsOtherwise(states, run, t, (location) => machine.memory.peek(t, location, 0))) continue;
      waiting.splice(i, 1);
      this.takeBack(t, states.operand[machine.local[t]!]!);
    }
  }

  /** Rolls back the last operations of a thread, which changed nothing. */
  private takeBack(t: number, operations: number): void {
    const { machine, recorder } = this;
    const position = machine.position[t]! - operations;
    if (this.readsOldValues && recorder.wrote[t]!.slice(position).includes(true)) return;
    machine.takeBack(t, operations);
    for (const access of this.accessAt[t]!.splice(position)) if (access >= 0) this.dropped.add(access);
    for (let step = this.length - 1, left = operations; left > 0; step--) {
      if (this.stepThread[step] !== t || this.stepWhat[step]! < 0) continue;
      this.stepThread[step] = -1;
      left--;
    }
  }

  /** Removes the accesses that were rolled back. */
  private forgetDropped(): void {
    const { accesses, accessAt, issued, dropped } = this;
    if (dropped.size === 0) return;
    const { count } = accesses;
    const [thread, position, label, location, writes] = [
      accesses.thread.slice(0, count),
      accesses.position.slice(0, count),
      accesses.label.slice(0, count),
      accesses.location.slice(0, count),
      accesses.writes.slice(0, count),
    ];
    accesses.clear();
    for (let i = 0; i < count; i++) {
      if (dropped.has(i)) continue;
      const number = accesses.add(thread[i]!, position[i]!, label[i]!, location[i]!, writes[i] === 1);
      accessAt[thread[i]!]![position[i]!] = number;
      issued[number] = issued[i]!;
    }
    dropped.clear();
  }

  /** Returns the accesses of the run; valid until the next run. Call it when the run has ended. */
  recorded(): Accesses {
    this.forgetDropped();
    const { accesses, accessAt, recorder } = this;
    const { coherence, sources } = recorder;
    const { thread, position, order, writes } = accesses;
    for (let i = 0; i < accesses.count; i++) order[i] = writes[i] === 1 ? NEVER_STORED : 0;
    for (const row of coherence) {
      for (let i = 0; i < row.length; i++) {
        const access = accessAt[eventThread(row[i]!)]![eventPosition(row[i]!)]!;
        if (access >= 0) order[access] = i + 1;
      }
    }
    for (let i = 0; i < accesses.count; i++) {
      if (writes[i] === 1) continue;
      const source = sources[thread[i]!]![position[i]!]!;
      if (source >= 0) order[i] = order[accessAt[eventThread(source)]![eventPosition(source)]!]!;
    }
    return accesses;
  }

  /** Returns the steps of the run as an object that callers may keep. Repeated calls return the same object. */
  recordedSteps(): RecordedSteps {
    const { length } = this;
    this.steps ??= {
      threads: this.stepThread.slice(0, length),
      what: this.stepWhat.slice(0, length),
      effects: this.stepEffect.slice(0, length),
    };
    return this.steps;
  }

  /** Repeats a step of an earlier run. */
  repeat({ threads, what }: RecordedSteps, step: number): void {
    const [t, how] = [threads[step]!, what[step]!];
    if (t === -1) return;
    if (how < 0) this.commit(t, ~how);
    else this.run(t, how);
  }

  /** Repeats a step of an earlier run if it is possible now. Returns whether it was. */
  repeatIfPossible(steps: RecordedSteps, step: number): boolean {
    const { machine } = this;
    const [t, how] = [steps.threads[step]!, steps.what[step]!];
    if (t === -1 || machine.local[t] === 0) return false;
    const possible =
      how < 0
        ? ~how < machine.memory.pending(t) && machine.canCommit(t, ~how)
        : how < machine.choices(t) && machine.canRun(t, how);
    if (possible) this.repeat(steps, step);
    return possible;
  }

  /** Whether the run is sequentially consistent. Call it before local states are forgotten. */
  isSequential(): boolean {
    return !this.relaxed || isSequentiallyConsistent(traceOf(this.states, this.recorder));
  }

  /** For a run that is not sequentially consistent: whether it is so with respect to memory alone. */
  isSequentialInMemory(): boolean {
    const { states, recorder } = this;
    return mayLeaveOut(states) && isSequentialInMemory(traceOf(states, recorder));
  }

  private note(t: number, what: number): void {
    if (this.length === this.stepThread.length) {
      this.stepThread = grown(this.stepThread, 2 * this.length);
      this.stepWhat = grown(this.stepWhat, 2 * this.length);
      this.stepEffect = grown(this.stepEffect, 2 * this.length);
    }
    this.stepEffect[this.length] = -1;
    this.stepThread[this.length] = t;
    this.stepWhat[this.length++] = what;
  }

  private sortThreads(): void {
    const { handles } = this.states.threads;
    while (this.accessAt.length < handles.length) this.accessAt.push([]);
    while (this.pending.length < handles.length) this.pending.push([]);
    this.order = handles.map((_, t) => t).sort((a, b) => handles[a]! - handles[b]!);
  }

  private result(over: boolean): RunResult {
    const { states, machine, failed } = this;
    const run = new FinishedMachine(machine);
    const ending = over ? endingOf(states, run) : cutByBound(failed.length > 0);
    // Failures of threads, in the order in which they happened.
    const failures = ending.failed
      ? failed.map((t) => states.failure(machine.local[t]!))
      : failuresOfRun(states, run, ending);
    return { kind: ending.kind, failures };
  }
}

/** Converts the steps of a run to a schedule, without those that were rolled back. */
export function scheduleOf(states: LocalStates, { threads, what }: RecordedSteps): Schedule {
  const steps: Step[] = [];
  threads.forEach((t, i) => {
    if (t === -1) return;
    const thread = states.threads.handles[t]!;
    const how = what[i]!;
    steps.push(how < 0 ? { kind: 'commit', thread, rank: ~how } : { kind: 'run', thread, choice: how });
  });
  return steps;
}
