import type { LocalStates } from './local-states.js';
import { PROGRESS, STUCK, hasEnded } from '../operations/operation.js';

/** May a thread be in this state at the end of an execution? It may if it has ended, has nothing to do, or is a daemon that spins. */
export function endsWell(states: LocalStates, state: number): boolean {
  return state === 0 || hasEnded(states.kind[state]!) || states.waitsIdly(state) || spinsAsDaemon(states, state);
}

/** Does a daemon go round a loop that changes nothing in this state? Then it is not to blame if others wait. */
export function spinsAsDaemon(states: LocalStates, state: number): boolean {
  if (!states.daemons.has(states.threads.names[states.threadOf(state)]!)) return false;
  if (states.kind[state] === STUCK) return true;
  const awaits = states.comparison[state]! > 0 && states.comparison[state]! <= PROGRESS;
  return awaits && !states.locations.isMutex(states.location[state]!);
}

/** Daemons of the program that it does not have, or not in what was explored so far. */
export function unknownDaemons({ daemons, threads }: LocalStates): string[] {
  return [...daemons].filter((name) => !threads.names.includes(name));
}
