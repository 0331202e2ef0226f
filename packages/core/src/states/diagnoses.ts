import { FencepostError } from '../common/errors.js';
import type { Failure } from '../program/verdict.js';
import type { LocalStates } from './local-states.js';

/** The thread did not do again what it did in this state. */
export function nondeterminism({ labels, label: column }: LocalStates, state: number): FencepostError {
  const label = labels.get(column[state]!);
  return new FencepostError(
    'NONDETERMINISM',
    `thread ${label.thread} behaved differently at ${label.text} when it was run again with the same results`,
    {
      ...(label.site && { site: label.site }),
      hint: 'a thread may depend only on the values it reads: no time, randomness or state kept outside it',
    },
  );
}

/** The thread releases a mutex that it does not hold. */
export function notHeld(states: LocalStates, unlock: number): Failure {
  const { site } = states.labels.get(states.label[unlock]!);
  const mutex = states.locations.name(states.location[unlock]!);
  const thread = states.threads.names[states.threadOf(unlock)]!;
  return {
    kind: 'crash',
    message: `${thread} unlocks ${mutex}, which it does not hold`,
    thread,
    ...(site && { site }),
  };
}
