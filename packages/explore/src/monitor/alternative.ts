import type { LocalStates } from '@fencepost/core';
import { RMW, STORE } from '@fencepost/core';

/** What an operation would be if it read, or directly followed, another write. */
export type Alternative = 'read' | 'write' | 'nothing';

/** A compare-and-swap may fail with the value there, and an operation that waits for a value may not happen at all. */
export function alternative(states: LocalStates, state: number, value: number): Alternative {
  const kind = states.kind[state]!;
  if (kind === STORE) return 'write';
  if (!states.accepts(state, value)) return 'nothing';
  if (kind !== RMW) return 'read';
  return states.writesAfter(state, value) ? 'write' : 'read';
}
