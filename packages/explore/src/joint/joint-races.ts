import type { LocalStates } from '@fencepost/core';
import { CAS, LOAD, ORDERS, ORDER_BITS, RMW, STORE, TRANSITION, functionOf } from '@fencepost/core';
import type { JointState } from './joint-state.js';

const ORDER_MASK = (1 << ORDER_BITS) - 1;
const PLAIN = ORDERS.indexOf('plain');
const SEQ_CST = ORDERS.indexOf('seq_cst');

/** Kinds of races between two conflicting accesses, the worst last. */
export const NO_RACE = 0;
/** One of them is neither seq_cst nor of a mutex. */
export const WEAK_RACE = 1;
/** One of them is plain, and the other may write: a compare-and-swap that fails here may succeed in another execution. */
export const LIKELY_RACE = 2;
/** One of them is plain, and one writes. */
export const DATA_RACE = 3;

/**
 * Returns the worst race between the next operations of different threads in a joint state under SC. If there is none in
 * any joint state, no execution under SC has one (docs/internals/decisions/0062).
 */
export function raceAt(states: LocalStates, joint: JointState): number {
  const { kind, location } = states;
  const { count } = states.threads;
  let worst = NO_RACE;
  for (let t = 1; t < count; t++) {
    const a = joint.local(t);
    if (!isAccess(states, joint, t)) continue;
    for (let u = 0; u < t; u++) {
      const b = joint.local(u);
      if (!isAccess(states, joint, u) || location[b] !== location[a] || (kind[a] === LOAD && kind[b] === LOAD))
        continue;
      // Threads could see a part of a block.
      if (states.locations.isBlock(location[a]!))
        states.program.blocks!.divide(states.locations.addresses[location[a]!]!);
      const race = Math.max(raceOf(states, a), raceOf(states, b));
      // A load that waits reads, too.
      const isCertain = writes(states, joint, a) || writes(states, joint, b);
      worst = Math.max(worst, race === LIKELY_RACE && isCertain ? DATA_RACE : race);
    }
  }
  return worst;
}

function isAccess({ kind, location }: LocalStates, joint: JointState, t: number): boolean {
  const state = joint.local(t);
  return state !== 0 && kind[state]! <= RMW && location[state]! >= 0 && !joint.areChoosers.has(t);
}

/** Whether the access writes in this joint state. */
function writes(states: LocalStates, joint: JointState, state: number): boolean {
  if (states.kind[state] !== RMW) return states.kind[state] === STORE;
  return states.writesAfter(state, joint.valueAt(states.location[state]!));
}

/** Returns the race that the operation of this state is part of, if there is a conflicting one. */
function raceOf(states: LocalStates, state: number): number {
  const order = states.code[state]! & ORDER_MASK;
  if (order === PLAIN) return LIKELY_RACE;
  const fn = functionOf(states.fn[state]!);
  const mayFail = states.kind[state] === RMW && (fn === CAS || fn === TRANSITION);
  if (order === SEQ_CST && (!mayFail || (states.failureCode[state]! & ORDER_MASK) === SEQ_CST)) return NO_RACE;
  // Locking waits, and unlocking replaces the state: both write in any case.
  const isOfMutex = states.kind[state] === RMW && !mayFail && states.locations.isMutex(states.location[state]!);
  return isOfMutex ? NO_RACE : WEAK_RACE;
}
