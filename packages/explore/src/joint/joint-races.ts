import type { LocalStates } from '@fencepost/core';
import { CAS, LOAD, ORDERS, ORDER_BITS, RMW, TRANSITION, functionOf } from '@fencepost/core';

const ORDER_MASK = (1 << ORDER_BITS) - 1;
const PLAIN = ORDERS.indexOf('plain');
const SEQ_CST = ORDERS.indexOf('seq_cst');

/** Kinds of races between two conflicting accesses. */
export const NO_RACE = 0;
/** One of them is neither seq_cst nor of a mutex. */
export const WEAK_RACE = 1;
/** One of them is plain. */
export const DATA_RACE = 2;

/**
 * Returns the worst race between the next operations of different threads in a joint state under SC. If there is none in
 * any joint state, no execution under SC has one (docs/internals/decisions/0062). A read-modify-write counts as a write:
 * in another execution it may have written.
 */
export function raceAt(states: LocalStates, local: ArrayLike<number>): number {
  const { kind, location } = states;
  let worst = NO_RACE;
  for (let t = 1; t < local.length; t++) {
    const a = local[t]!;
    if (!isAccess(states, a)) continue;
    for (let u = 0; u < t; u++) {
      const b = local[u]!;
      if (!isAccess(states, b) || location[b] !== location[a] || (kind[a] === LOAD && kind[b] === LOAD)) continue;
      worst = Math.max(worst, raceOf(states, a), raceOf(states, b));
    }
  }
  return worst;
}

function isAccess({ kind, location }: LocalStates, state: number): boolean {
  return state !== 0 && kind[state]! <= RMW && location[state]! >= 0;
}

/** Returns the race that the operation of this state is part of, if there is a conflicting one. */
function raceOf(states: LocalStates, state: number): number {
  const order = states.code[state]! & ORDER_MASK;
  if (order === PLAIN) return DATA_RACE;
  const fn = functionOf(states.fn[state]!);
  const mayFail = states.kind[state] === RMW && (fn === CAS || fn === TRANSITION);
  if (order === SEQ_CST && (!mayFail || (states.failureCode[state]! & ORDER_MASK) === SEQ_CST)) return NO_RACE;
  // Locking waits, and unlocking replaces the state: both write in any case.
  const isOfMutex = states.kind[state] === RMW && !mayFail && states.locations.isMutex(states.location[state]!);
  return isOfMutex ? NO_RACE : WEAK_RACE;
}
