import type { LocalStates } from '@fencepost/core';
import { JOIN, endsWell } from '@fencepost/core';

/** Whether every thread that waits forever is in a call that may wait. `local` returns the last states of threads. */
export function waitsInCalls(states: LocalStates, local: (thread: number) => number): boolean {
  const { calls } = states.program;
  if (calls === undefined) return false;
  for (let t = 0; t < states.threads.count; t++) {
    const state = local(t);
    // A thread that joins another waits for one that is examined itself.
    if (state === 0 || endsWell(states, state) || states.kind[state] === JOIN) continue;
    const call = states.call[state]! - 1;
    if (call < 0 || !calls.mayWait(call)) return false;
  }
  return true;
}
