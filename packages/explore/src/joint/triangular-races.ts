import type { LocalStates } from '@fencepost/core';
import { FULL_ORDER, LOAD, RMW, STORE, isTotalStoreOrder, modelNames, preservedOrder } from '@fencepost/core';
import type { JointState } from './joint-state.js';

/** Returns by code of an operation whether nothing passes it under any model of total store order. */
export function totalStoreBarriers(): (code: number) => boolean {
  const tables = modelNames(isTotalStoreOrder).map(preservedOrder);
  return (code) => tables.every((table) => (table[code]! & FULL_ORDER) === FULL_ORDER);
}

/**
 * Whether two threads are about to race in this joint state: one to read a location, with an earlier store that no fence
 * has drained, and the other one to write it. If there is no such triangular race in any joint state, all executions under
 * total store order are those of SC (Owens, ECOOP 2010).
 */
export function hasTriangularRace(
  states: LocalStates,
  joint: JointState,
  isBarrier: (code: number) => boolean,
): boolean {
  const { code, kind, location } = states;
  const { count } = states.threads;
  for (let t = 0; t < count; t++) {
    const read = joint.local(t);
    if (!joint.mayHaveStores(t) || (kind[read] !== LOAD && kind[read] !== RMW) || isBarrier(code[read]!)) continue;
    for (let u = 0; u < count; u++) {
      const write = joint.local(u);
      if (u === t || (kind[write] !== STORE && kind[write] !== RMW) || joint.areChoosers.has(u)) continue;
      if (location[write] === location[read]) return true;
    }
  }
  return false;
}
