import { OBJECT } from '../operations/codes.js';
import type { MemoryOrder } from '../operations/orders.js';
import { FENCE, JOIN, LOAD, SPAWN, STORE } from '../operations/operation.js';
import { acquires, releases } from '../operations/orders.js';
import { ACQUIRES, NOT_ATOMIC, RELEASES, SEQ_CST } from './preserved-order.js';
import { tableOf } from './table.js';

/** Returns how an operation synchronises in C11, C++ and ECMA-262: flags of preserved-order.ts. */
export function synchronisation(kind: number, order: MemoryOrder): number {
  if (kind === SPAWN || kind === JOIN) return 0;
  const acquire = kind !== STORE && acquires(order) ? ACQUIRES : 0;
  const release = kind !== LOAD && releases(order) ? RELEASES : 0;
  const sc = order === 'seq_cst' && kind !== OBJECT ? SEQ_CST : 0;
  const plain = order === 'plain' && kind !== FENCE ? NOT_ATOMIC : 0;
  return acquire | release | sc | plain;
}

/** The result of `synchronisation`, by `LocalStates.code`. */
export const SYNCHRONISATION: Int32Array = /* @__PURE__ */ tableOf(synchronisation);
