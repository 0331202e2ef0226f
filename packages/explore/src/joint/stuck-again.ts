import type { LocalStates } from '@fencepost/core';
import { DONE, FENCE, LOAD, RMW, STORE, STUCK } from '@fencepost/core';

/** Longer iterations are not repeated. */
const MOST_STEPS = 1 << 12;

/** Returns the state before the iteration after which a thread is stuck. */
export function headOf(states: LocalStates, stuck: number): number {
  let state = stuck;
  for (let left = states.operand[stuck]!; left > 0 && states.previous(state) !== 0; left--)
    state = states.previous(state);
  return state;
}

/**
 * Whether a thread that is stuck in this state, after an iteration of a loop that changed nothing, gets there again with
 * this memory, and leaves memory as it is. Then it never leaves the loop, unless another thread changes memory.
 */
export function getsStuckAgain(states: LocalStates, stuck: number, valueOf: (location: number) => number): boolean {
  if (states.kind[stuck] !== STUCK) return false;
  const written = new Map<number, number>();
  let state = headOf(states, stuck);
  for (let left = MOST_STEPS; state !== stuck; left--) {
    const kind = states.kind[state]!;
    if (left === 0 || kind >= DONE) return false;
    const location = states.location[state]!;
    const value = location < 0 ? 0 : (written.get(location) ?? valueOf(location));
    if (states.comparison[state] !== 0 && !states.accepts(state, value)) return false;
    if (kind === STORE) written.set(location, states.operand[state]!);
    else if (kind === RMW && states.writesAfter(state, value)) written.set(location, states.written(state, value));
    else if (kind !== RMW && kind !== LOAD && kind !== FENCE) return false;
    state = states.update(state, kind === LOAD || kind === RMW ? value : 0);
  }
  return [...written].every(([location, value]) => value === valueOf(location));
}
