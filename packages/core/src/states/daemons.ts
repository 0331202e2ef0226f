import type { LocalStates } from './local-states.js';
import { PROGRESS, STUCK, hasEnded } from '../operations/operation.js';

/** Whether a thread may be in this state at the end of an execution: it has ended, is idle, or is a spinning daemon. */
export function endsWell(states: LocalStates, state: number): boolean {
  return state === 0 || hasEnded(states.kind[state]!) || states.waitsIdly(state) || spinsAsDaemon(states, state);
}

/** Whether the thread is a daemon that spins in this state. It then does not cause a deadlock. */
export function spinsAsDaemon(states: LocalStates, state: number): boolean {
  if (!states.daemons.has(states.threads.names[states.threadOf(state)]!)) return false;
  if (states.kind[state] === STUCK) return true;
  const awaits = states.comparison[state]! > 0 && states.comparison[state]! <= PROGRESS;
  return awaits && !states.locations.isMutex(states.location[state]!);
}

/** Returns the names of daemons that match no thread discovered so far. */
export function unknownDaemons({ daemons, threads }: LocalStates): string[] {
  return [...daemons].filter((name) => !threads.names.includes(name));
}
