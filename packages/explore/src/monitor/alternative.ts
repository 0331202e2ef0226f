import type { LocalStates } from '@fencepost/core';
import { CAS, RMW, STORE, satisfies } from '@fencepost/core';

/** What an operation would be if it read, or came right after, another write than it does. */
export type Alternative = 'read' | 'write' | 'nothing';

/** An atomic may fail to swap the value there, and an operation that waits for a value may not happen at all. */
export function alternative(states: LocalStates, state: number, value: number): Alternative {
  const kind = states.kind[state]!;
  if (kind === STORE) return 'write';
  if (!satisfies(states.comparison[state]!, value, states.awaited[state]!)) return 'nothing';
  if (kind !== RMW) return 'read';
  return states.fn[state] === CAS && value !== states.second[state] ? 'read' : 'write';
}
