import type { LocalStates } from '@fencepost/core';
import { CUT, EXIT, FAIL, LOAD, RMW, STUCK, hasEnded } from '@fencepost/core';

/**
 * Does an execution in which a thread ended in `state` prove nothing? It does not if the thread was cut off, nor if it
 * went round a loop that changed nothing although something it read there is no longer the newest: the execution in
 * which it reads that instead is explored as well. `isNewest` is asked for the operations of that loop, by how many
 * operations back they are (from 1).
 */
export function provesNothing(
  states: LocalStates,
  state: number,
  isNewest: (back: number, location: number) => boolean,
): boolean {
  const kind = states.kind[state]!;
  if (kind === CUT) return true;
  if (kind !== STUCK) return false;
  const length = states.operand[state]!;
  for (let back = 1, before = states.previous(state); back <= length; back++, before = states.previous(before)) {
    const reads = states.kind[before] === LOAD || states.kind[before] === RMW;
    if (reads && !isNewest(back, states.location[before]!)) return true;
  }
  return false;
}

/** A failure is one even if some thread is then cut off: nothing after it matters. */
export function failedBeforeCut(states: LocalStates, local: Int32Array): boolean {
  let failed = false;
  let wasCut = false;
  for (const state of local) {
    failed ||= states.kind[state] === FAIL;
    wasCut ||= states.kind[state] === CUT;
  }
  return failed && wasCut;
}

/** Does an execution end well although threads wait? It does if one has ended the program, or if all who wait have nothing to do. */
export function needsNoWaking(states: LocalStates, local: Int32Array): boolean {
  if (states.anyCut && local.some((state) => states.kind[state] === EXIT)) return true;
  return (
    states.anyIdle && local.every((state) => state === 0 || hasEnded(states.kind[state]!) || states.waitsIdly(state))
  );
}
