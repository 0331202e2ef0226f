import type { Failure, FinalView, LocalStates, Program } from '@fencepost/core';
import { FAIL, failureFrom, hasEnded, isFencepostError, isRediscover, waitsFor, spinsAsDaemon } from '@fencepost/core';
import type { Execution } from './exploration.js';
import type { FinalState } from './final-states.js';

/** What went wrong in an execution. */
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
  return failuresAt(states, final, finalView(states, final));
}

/** What went wrong in an execution that ended so. */
export function failuresAt(states: LocalStates, final: FinalState, view: FinalView): readonly Failure[] {
  const failures: Failure[] = [];
  if (states.anyFailure) {
    for (let t = 0; t < states.threads.count; t++) {
      const state = final.local(t);
      if (states.kind[state] === FAIL) failures.push(states.failure(state));
    }
  }
  if (failures.length > 0) return failures;
  const { after, beforeDeadlock } = states.program;
  if (!final.deadlocked) return thrownBy(after, view);
  const before = thrownBy(beforeDeadlock, view);
  return before.length > 0 ? before : [deadlock(states, final)];
}

function deadlock(states: LocalStates, final: FinalState): Failure {
  const waiting: string[] = [];
  states.threads.names.forEach((name, t) => {
    const state = final.local(t);
    if (state === 0 || hasEnded(states.kind[state]!) || spinsAsDaemon(states, state)) return;
    const label = states.labels.get(states.label[state]!);
    waiting.push(`${name} waits ${waitsFor(states, state)} at ${label.text}`);
  });
  return { kind: 'deadlock', message: waiting.join(', ') };
}

const NO_FAILURES: readonly Failure[] = [];

function thrownBy(check: Program['after'], view: FinalView): readonly Failure[] {
  try {
    check?.(view);
    return NO_FAILURES;
  } catch (error) {
    if (isFencepostError(error) || isRediscover(error)) throw error;
    return [failureFrom(error)];
  }
}

/** A final state as checks see it. */
export function finalView(states: LocalStates, final: FinalState): FinalView {
  const { locations, program } = states;
  return {
    read: (place) => {
      const address = typeof place === 'number' ? place : place.address;
      const location = locations.find(address);
      return location === undefined ? program.initialValue(address, 1) : final.value(location);
    },
    outcome: (thread) => states.outcome(final.local(thread)),
    results: () => {
      const started = states.threads.handles.map((handle, thread) => [handle, final.local(thread)] as const);
      return new Map(started.filter(([, s]) => s !== 0).map(([handle, s]) => [handle, states.resultsUpTo(s)]));
    },
    outcomes: () => states.threads.handles.map((_, thread) => states.outcome(final.local(thread))),
  };
}
