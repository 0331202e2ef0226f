import type { Failure, FinalView, LocalStates } from '@fencepost/core';
import { CheckFailed, FAIL, KIND_NAMES } from '@fencepost/core';
import type { FinalState } from './final-states.js';

/** What went wrong in an execution that ended so. */
export function failuresAt(states: LocalStates, final: FinalState): Failure[] {
  const failures: Failure[] = [];
  for (const state of final.local) {
    if (state !== 0 && states.kind[state] === FAIL) failures.push(states.failure(state));
  }
  if (final.deadlocked) failures.push(deadlock(states, final));
  else if (failures.length === 0) failures.push(...afterFailure(states, final));
  return failures;
}

function deadlock(states: LocalStates, final: FinalState): Failure {
  const waiting: string[] = [];
  final.local.forEach((state, t) => {
    if (state === 0 || states.isTerminal(state)) return;
    const label = states.labels.get(states.label[state]!);
    waiting.push(`${states.threads.names[t]!} waits at ${label.text} (${KIND_NAMES[states.kind[state]!]!})`);
  });
  return { kind: 'deadlock', message: `deadlock: ${waiting.join(', ')}` };
}

function afterFailure(states: LocalStates, final: FinalState): Failure[] {
  const { after } = states.program;
  if (after === undefined) return [];
  try {
    after(finalView(states, final));
    return [];
  } catch (error) {
    if (error instanceof CheckFailed) {
      return [{ kind: 'assertion', message: error.message, ...(error.site && { site: error.site }) }];
    }
    return [{ kind: 'crash', message: error instanceof Error ? error.message : String(error) }];
  }
}

/** A final state as checks see it. */
export function finalView(states: LocalStates, final: FinalState): FinalView {
  return {
    read: (place) => {
      const address = typeof place === 'number' ? place : place.address;
      const location = states.locations.find(address);
      const value = location === undefined ? undefined : final.memory[location];
      return value ?? states.program.initialValue(address);
    },
    outcome: (thread) => states.outcome(final.local[thread]!),
  };
}
