import type { Operation } from './operation.js';
import type { MemoryOrder } from './orders.js';
import { RMW } from './operation.js';
import { ORDERS } from './orders.js';

/**
 * Number of bits for the index of the memory order, which are below the kind in an operation's code. Models use the
 * code as an index.
 */
export const ORDER_BITS = 3;

/**
 * The kind, in codes only, of a read-modify-write of a mutex or another synchronisation object. Models may order these
 * differently from atomics.
 */
export const OBJECT = 11;

/** Whether kind and order describe a step of an object that orders nothing. */
export function ordersNothing(kind: number, order: MemoryOrder): boolean {
  return kind === OBJECT && order === 'relaxed';
}

/** Returns the code of an operation. */
export function codeOf({ kind, order, mutex, transition }: Operation): number {
  return encode(kind === RMW && (mutex || transition !== undefined) ? OBJECT : kind, order);
}

/**
 * Returns the code of an operation that writes nothing. A compare-and-swap that fails has another order, but is not a
 * load: on ARMv8 its acquire is that of LDAXR and CASA, stronger than that of LDAPR.
 */
export function failureCodeOf(operation: Operation): number {
  return operation.kind === RMW ? encode(RMW, operation.failureOrder) : codeOf(operation);
}

function encode(kind: number, order: MemoryOrder): number {
  return (kind << ORDER_BITS) | ORDERS.indexOf(order);
}

/** Returns the memory order in a code. */
export function orderInCode(code: number): MemoryOrder {
  return ORDERS[code & ((1 << ORDER_BITS) - 1)]!;
}
