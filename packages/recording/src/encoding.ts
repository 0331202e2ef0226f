import { SPAWN, codeOf, join, store } from '@fencepost/core';

// Encoding of values and codes in events.

export const JOIN_CODE: number = codeOf(join(0));
export const SPAWN_CODE: number = codeOf({ ...join(0), kind: SPAWN });

/** Code of a write that takes effect at once. */
export const OUTSIDE_CODE: number = codeOf(store(0, 0, 'seq_cst'));

/** Return the halves of a value. */
export function lowOf(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}
export function highOf(value: bigint): number {
  return Number(BigInt.asIntN(32, value >> 32n));
}

/** Combines two halves to a value. */
export function bigintOf(low: number, high: number): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0));
}
