import type { ModelName } from '@fencepost/core';
import { FENCE, FencepostError, JOIN, KIND_NAMES, LOAD, ORDERS, ORDER_BITS, RMW, SPAWN, STORE } from '@fencepost/core';

/**
 * A memory model for the graph explorer is the program order it keeps. Of everything a thread did, two events stand for
 * what later operations are ordered after: its **read base** (later loads, and with them everything, come after it) and
 * its **write base** (later stores do). The flags say what an operation is ordered after and whether it becomes a base:
 * SC keeps all; TSO keeps load → anything and store → store; PSO load → anything; fences and atomics both ways.
 */
export const AFTER_READ_BASE = 1;
export const AFTER_WRITE_BASE = 2;
/** Ordered after all earlier stores of its thread (where the write base does not say that already). */
export const AFTER_OWN_STORES = 4;
/** Ordered after the earlier stores of its thread to the same location. */
export const AFTER_OWN_LOCATION = 8;
export const BECOMES_READ_BASE = 16;
export const BECOMES_WRITE_BASE = 32;
/** A store-store fence goes before it, as an event of its own. */
export const FENCE_FIRST = 64;
/** Means nothing under this model: no event. */
export const NO_EVENT = 128;

const AFTER_BOTH = AFTER_READ_BASE | AFTER_WRITE_BASE;
const BECOMES_BOTH = BECOMES_READ_BASE | BECOMES_WRITE_BASE;
const FULL = AFTER_BOTH | BECOMES_BOTH;

/** The fence that `FENCE_FIRST` asks for. */
export const STORE_STORE_FENCE = AFTER_WRITE_BASE | AFTER_OWN_STORES | BECOMES_WRITE_BASE;

/** Flags by operation code (design section 6 as kept order). */
export function keptOrder(model: ModelName): Int32Array {
  const table = new Int32Array(KIND_NAMES.length << ORDER_BITS);
  for (const kind of [LOAD, STORE, RMW, FENCE, SPAWN, JOIN]) {
    ORDERS.forEach((_, order) => (table[(kind << ORDER_BITS) | order] = flagsFor(model, kind, order)));
  }
  return table;
}

const ACQUIRE = ORDERS.indexOf('acquire');
const SEQ_CST = ORDERS.indexOf('seq_cst');

function flagsFor(model: ModelName, kind: number, order: number): number {
  switch (model) {
    case 'sc':
      return kind === FENCE ? NO_EVENT : FULL;
    case 'tso':
      if (kind === LOAD) return AFTER_READ_BASE | BECOMES_READ_BASE;
      if (kind === STORE && order !== SEQ_CST) return AFTER_BOTH | BECOMES_WRITE_BASE;
      if (kind === FENCE && order !== SEQ_CST) return NO_EVENT;
      return FULL;
    case 'pso':
      return psoFlags(kind, order);
    case 'pslo':
      throw new FencepostError('USAGE', 'the graph explorer does not know PSLO', {
        hint: 'PSLO is available with the oracle (small programs) and in replays',
      });
  }
}

function psoFlags(kind: number, order: number): number {
  if (kind === LOAD) return AFTER_READ_BASE | BECOMES_READ_BASE;
  if (kind === STORE && order !== SEQ_CST) return AFTER_BOTH | (order > ACQUIRE ? FENCE_FIRST : 0);
  if (kind === RMW && order <= ACQUIRE) {
    return AFTER_BOTH | AFTER_OWN_LOCATION | BECOMES_READ_BASE;
  }
  if (kind === FENCE && order !== SEQ_CST) return order > ACQUIRE ? STORE_STORE_FENCE : NO_EVENT;
  return FULL | AFTER_OWN_STORES;
}
