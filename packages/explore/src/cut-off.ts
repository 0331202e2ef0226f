import type { LocalStates } from '@fencepost/core';
import { CUT, EXIT, FAIL, LOAD, RMW, STUCK, endsWell } from '@fencepost/core';

/**
 * Does an execution in which a thread ended in `state` prove nothing? It does not if the thread was cut off, nor if it
 * went round a loop that changed nothing and would read something else if it went round again: the execution in which it
 * does is explored as well. `valueOf` is what the thread would now read at a location.
 *
 * It is values that count, not who wrote them. Where nobody can go on but threads that are stuck, and each of them has
 * read in its last round what is in memory now, each would read, do and write the same again; what its atomics then
 * write is what is there. So memory stays as it is, whoever goes round and however often: they never get out. If one
 * has read something else, it goes round again, and leaving out the round that changed nothing is leaving out nothing:
 * whoever read what an atomic of it wrote could have read the same one write before (docs/internals/decisions/0009).
 */
export function provesNothing(states: LocalStates, state: number, valueOf: (location: number) => number): boolean {
  const kind = states.kind[state]!;
  if (kind === CUT) return true;
  if (kind !== STUCK) return false;
  let after = state;
  for (let left = states.operand[state]!; left > 0; left--) {
    const before = states.previous(after);
    const reads = states.kind[before] === LOAD || states.kind[before] === RMW;
    if (reads && states.via(after) !== valueOf(states.location[before]!)) return true;
    after = before;
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

/** Has an assumption cut off an execution that ended so? */
export function wasAssumed(states: LocalStates, local: Int32Array): boolean {
  return states.anyCut && local.some((state) => states.isAssumed(state));
}

/**
 * Is it no deadlock that threads wait at the end of an execution? It is none if a thread has failed or ended the program,
 * as nobody waits after that, nor if all who wait need not get any further.
 */
export function needsNoWaking(states: LocalStates, local: Int32Array): boolean {
  if (states.anyFailure && local.some((state) => states.kind[state] === FAIL)) return true;
  if (states.anyCut && local.some((state) => states.kind[state] === EXIT)) return true;
  return states.anyIdle && local.every((state) => endsWell(states, state));
}
