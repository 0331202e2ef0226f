import type { Failure } from '../program/verdict.js';
import type { LocalStates } from './local-states.js';

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
