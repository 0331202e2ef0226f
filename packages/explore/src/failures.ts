import type { Failure, FinalView, LocalStates } from '@fencepost/core';
import { CheckFailed, FAIL, KIND_NAMES } from '@fencepost/core';
import type { Exploration, Failures } from './exploration.js';
import type { FinalState } from './final-states.js';

/**
 * The distinct failures among the final states of an exploration. The `after` check runs once per final state, not once
 * per execution: what it can see is a function of that state (design section 5).
 */
export function failuresOf(exploration: Exploration): Failures {
  const found = new Map<string, Failure & { executions: number }>();
  for (const final of exploration.finals) {
    for (const failure of failuresAt(exploration.states, final)) {
      const key = JSON.stringify(failure);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...failure, executions: final.executions });
      else known.executions += final.executions;
    }
  }
  return [...found.values()];
}

function failuresAt(states: LocalStates, final: FinalState): Failure[] {
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
  const view: FinalView = {
    read: (place) => {
      const address = typeof place === 'number' ? place : place.address;
      const location = states.locations.find(address);
      return location === undefined
        ? states.program.initialValue(address)
        : (final.memory[location] ?? states.program.initialValue(address));
    },
    outcome: (thread) => states.outcome(final.local[thread]!),
  };
  try {
    after(view);
    return [];
  } catch (error) {
    if (error instanceof CheckFailed) {
      return [{ kind: 'assertion', message: error.message, ...(error.site && { site: error.site }) }];
    }
    return [{ kind: 'crash', message: error instanceof Error ? error.message : String(error) }];
  }
}
