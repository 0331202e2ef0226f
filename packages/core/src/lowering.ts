import { FENCE, JOIN, KIND_NAMES, LOAD, ORDERS, ORDER_BITS, RMW, SPAWN, STORE } from './operation.js';
import type { MemoryOrder } from './operation.js';

export type ModelName = 'sc' | 'tso' | 'pso' | 'pslo';
export const MODEL_NAMES: readonly ModelName[] = ['sc', 'tso', 'pso', 'pslo'];

// What an operation asks of a store-buffer machine, besides its own effect.
/** It waits until all buffers of its thread are empty. */
export const DRAIN_ALL = 1;
/** It waits until the thread's stores to its location, and all before the last store-store fence, are in memory. */
export const DRAIN_LOCATION = 2;
/** A store-store fence precedes it. */
export const STORE_STORE = 4;
/** A load-load fence follows it. */
export const LOAD_LOAD = 8;
/** A store that goes to memory at once. */
export const DIRECT = 16;

/**
 * Design section 6, the table "what the source languages' operations mean": flags by `LocalStates.code`.
 * A seq_cst store (buffered, then a full fence) is a direct store with a drain before it: between the two its thread
 * can do nothing, and nobody else sees its buffer.
 */
export function lowering(model: ModelName): Int32Array {
  const table = new Int32Array(KIND_NAMES.length << ORDER_BITS);
  for (const kind of [LOAD, STORE, RMW, FENCE, SPAWN, JOIN]) {
    ORDERS.forEach((order, i) => (table[(kind << ORDER_BITS) | i] = lower(model, kind, order)));
  }
  return table;
}

function lower(model: ModelName, kind: number, order: MemoryOrder): number {
  if (model === 'sc') return kind === STORE ? DIRECT : 0;
  const releases = order === 'release' || order === 'acq_rel';
  const acquires = order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
  const storeStore = model !== 'tso' && releases ? STORE_STORE : 0;
  const loadLoad = model === 'pslo' && acquires ? LOAD_LOAD : 0;
  switch (kind) {
    case LOAD:
      return loadLoad;
    case STORE:
      return order === 'seq_cst' ? DRAIN_ALL | DIRECT | loadLoad : storeStore;
    case RMW:
      // 001 Fig. 3 and 004 Fig. 5, 6: an atomic drains its own address only; release orders drain all.
      if (model === 'tso' || releases || order === 'seq_cst') return DRAIN_ALL | loadLoad;
      return DRAIN_LOCATION | loadLoad;
    case FENCE:
      return order === 'seq_cst' ? DRAIN_ALL | loadLoad : storeStore | loadLoad;
    default:
      return DRAIN_ALL | loadLoad;
  }
}
