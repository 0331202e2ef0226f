import { OBJECT, ORDER_BITS } from '../operations/codes.js';
import type { MemoryOrder } from '../operations/orders.js';
import { FENCE, JOIN, LOAD, RMW, SPAWN, STORE } from '../operations/operation.js';
import { ORDERS } from '../operations/orders.js';

/** Tabulates a function of operations by `LocalStates.code`. */
export function tableOf(flagsFor: (kind: number, order: MemoryOrder) => number): Int32Array {
  const table = new Int32Array((OBJECT + 1) << ORDER_BITS);
  for (const kind of [LOAD, STORE, RMW, FENCE, SPAWN, JOIN, OBJECT]) {
    ORDERS.forEach((order, i) => (table[(kind << ORDER_BITS) | i] = flagsFor(kind, order)));
  }
  return table;
}
