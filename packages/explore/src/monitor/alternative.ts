import type { LocalStates } from '@fencepost/core';
import { RMW, STORE } from '@fencepost/core';

/** The effect of an operation if it read, or directly followed, another write. */
export type Alternative = 'read' | 'write' | 'nothing';

/**
 * Returns the effect with this value. A compare-and-swap may fail with it, and an operation that waits for a value may
 * not happen at all.
 */
export function alternative(states: LocalStates, state: number, value: number): Alternative {
  const kind = states.kind[state]!;
  if (kind === STORE) return 'write';
  if (!states.accepts(state, value)) return 'nothing';
  if (kind !== RMW) return 'read';
  return states.writesAfter(state, value) ? 'write' : 'read';
}
