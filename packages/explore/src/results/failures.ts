import type { Failure, FinalView, LocalStates, Program } from '@fencepost/core';
import {
  CUT,
  FAIL,
  JOIN,
  failureFrom,
  hasEnded,
  isFencepostError,
  isRestart,
  waitsFor,
  spinsAsDaemon,
} from '@fencepost/core';
import { failureOfCalls } from './call-verdicts.js';
import type { Ending, FinishedRun } from './ending.js';
import type { Execution } from './exploration.js';
import { waitsInCalls } from './waiting-calls.js';
import type { FinalState } from './final-states.js';

const NO_FAILURES: readonly Failure[] = [];

/** Returns the failures of an execution from an explorer: a complete one, or one that was cut off. */
export function failuresOf(execution: Execution): readonly Failure[] {
  const { states, events, coherence, last } = execution.trace();
  const final: FinalState = {
    deadlocked: execution.deadlocked,
    executions: 1,
    local: (thread) => last.get(thread) ?? 0,
    value: (location) => {
      const write = coherence[location]?.at(-1);
      return write === undefined ? states.locations.initial[location]! : events[write]!.wrote!;
    },
  };
  const view = finalView(states, final);
  const failures = failuresAt(states, final, view);
  // A call that was cut off is not waiting: its history is unknown.
  return isCut(states, final) ? failures : orOfCalls(states, failures, view, execution.callOrder);
}

/** Returns the failures or, if there are none, the failure of the calls. */
function orOfCalls(
  { program: { calls } }: LocalStates,
  failures: readonly Failure[],
  view: FinalView,
  callOrder: (() => Int32Array | undefined) | undefined,
): readonly Failure[] {
  if (calls === undefined || failures.length > 0) return failures;
  const order = callOrder?.();
  const failure = order && failureOfCalls(calls, view, order);
  return failure === undefined ? NO_FAILURES : [failure];
}

/** Returns the failures of a finished execution. */
export function failuresOfRun(states: LocalStates, run: FinishedRun, ending: Ending): readonly Failure[] {
  const { kind, deadlocked, failed } = ending;
  const { after, faults, calls } = states.program;
  if (kind !== 'complete' && failed) return failedThreads(states, run.local);
  const isChecked = after !== undefined || faults !== undefined || calls !== undefined;
  if (kind === 'blocked' || (!deadlocked && !failed && !isChecked)) return NO_FAILURES;
  const final: FinalState = {
    deadlocked,
    executions: 1,
    local: (thread) => run.local[thread] ?? 0,
    value: (location) => run.valueAt(location),
  };
  const view = finalView(states, final);
  const failures = failuresAt(states, final, view);
  return kind === 'complete' ? orOfCalls(states, failures, view, () => run.callOrder?.()) : failures;
}

/** Returns the failures of threads, regardless of the states of other threads. */
export function failedThreads(states: LocalStates, local: Iterable<number>): readonly Failure[] {
  return Array.from(local)
    .filter((state) => states.kind[state] === FAIL)
    .map((state) => states.failure(state));
}

/** Returns the failures of executions with this final state. */
export function failuresAt(states: LocalStates, final: FinalState, view: FinalView): readonly Failure[] {
  const failures: Failure[] = [];
  if (states.anyFailure) {
    for (let t = 0; t < states.threads.count; t++) {
      const state = final.local(t);
      if (states.kind[state] === FAIL) failures.push(states.failure(state));
    }
  }
  if (failures.length > 0) return failures;
  const { after, faults } = states.program;
  const faulty = thrownBy(faults, view);
  if (faulty.length > 0 || isCut(states, final)) return faulty;
  if (!final.deadlocked) return thrownBy(after, view);
  const isAllowed = waitsInCalls(states, (thread) => final.local(thread));
  return isAllowed ? NO_FAILURES : [deadlock(states, final)];
}

function isCut(states: LocalStates, final: FinalState): boolean {
  if (!states.anyCut) return false;
  for (let t = 0; t < states.threads.count; t++) if (states.kind[final.local(t)] === CUT) return true;
  return false;
}

function deadlock(states: LocalStates, final: FinalState): Failure {
  const waiting: string[] = [];
  const alike: string[] = [];
  states.threads.names.forEach((name, t) => {
    const state = final.local(t);
    if (state === 0 || hasEnded(states.kind[state]!) || spinsAsDaemon(states, state)) return;
    const label = states.labels.get(states.label[state]!);
    const text = waitsFor(states, state);
    waiting.push(`${label.task === '' ? name : label.task} waits ${text} at ${label.text}`);
    // A thread that joins another waits for whatever that thread waits for.
    if (states.kind[state] !== JOIN)
      alike.push(`${codeOf(states, state)}: ${text.replaceAll(OF_SEVERAL, '')} at ${label.text}`);
  });
  return { kind: 'deadlock', message: waiting.join(', '), ...(alike.length > 0 && { alike: alike.sort().join(', ') }) };
}

/** Matches the part of a name that distinguishes objects with the same code: the element, the number, the thread. */
const OF_SEVERAL = /\[\d+\]|[#@][\d-]+/g;

/** Identifies the code that a thread runs by its first operation. */
function codeOf(states: LocalStates, state: number): string {
  let first = state;
  while (states.previous(first) !== 0) first = states.previous(first);
  return first === 0 ? '' : states.labels.get(states.label[first]!).text;
}

function thrownBy(check: Program['after'], view: FinalView): readonly Failure[] {
  try {
    check?.(view);
    return NO_FAILURES;
  } catch (error) {
    if (isFencepostError(error) || isRestart(error)) throw error;
    return [failureFrom(error)];
  }
}

/** Returns a final state as checks see it. */
export function finalView(states: LocalStates, final: FinalState): FinalView {
  const { locations, program, symmetry } = states;
  return {
    read: (place) => {
      const { address, size = 1 } = typeof place === 'number' ? { address: place } : place;
      const location = locations.find(address);
      return location === undefined ? program.initialValue(address, size) : final.value(location);
    },
    // A check that reads the outcome of a particular thread can distinguish threads that are alike.
    outcome: (thread) => {
      symmetry?.requireOff();
      return states.outcome(final.local(thread));
    },
    results: () => {
      symmetry?.requireOff();
      const started = states.threads.handles.map((handle, thread) => [handle, final.local(thread)] as const);
      return new Map(started.filter(([, s]) => s !== 0).map(([handle, s]) => [handle, states.resultsUpTo(s)]));
    },
    returned: (thread) => {
      symmetry?.requireOff();
      return states.returned(final.local(thread));
    },
    outcomes: () => {
      symmetry?.requireOff();
      return states.threads.handles.map((_, thread) => states.outcome(final.local(thread)));
    },
  };
}
