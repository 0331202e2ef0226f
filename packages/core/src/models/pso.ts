import { ordersNothing } from '../operations/codes.js';
import type { MemoryOrder } from '../operations/orders.js';
import { FENCE, LOAD, RMW, STORE } from '../operations/operation.js';
import { releases } from '../operations/orders.js';
import {
  AFTER_BOTH,
  AFTER_OWN_LOCATION,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  BECOMES_READ_BASE,
  FENCE_FIRST,
  FULL_ORDER,
  NO_EVENT,
  STORE_STORE_FENCE,
} from './preserved-order.js';
import { DIRECT, DRAIN_ALL, DRAIN_LOCATION, STORE_STORE } from './lowering.js';
import type { MemoryModel } from './model.js';
import { TsoMemory } from './tso.js';

/**
 * B[p][a] (Burnim, Sen and Stergiou, TACAS 2011, Fig. 3; ISSTA 2011, Fig. 5) is a FIFO per address, so stores to
 * different addresses reach memory in any order. Departure from the papers: membar_ss orders commits (epochs). The
 * papers flush the buffers, which loses behaviours of hardware that does not wait
 * (docs/internals/decisions/0003-store-store-fence.md).
 */
export class PsoMemory extends TsoMemory {
  override storeStoreFence(p: number): void {
    this.B.newEpoch(p);
  }

  override drainedFor(p: number, a: number): boolean {
    return this.B.youngest(p, a) < 0 && this.B.onlyCurrentEpoch(p);
  }

  override committable(p: number, rank: number): boolean {
    return this.B.isNextOfItsAddress(p, rank);
  }
}

/**
 * Burnim, Sen and Stergiou (TACAS 2011), Fig. 3, and (ISSTA 2011), Fig. 5 and 6: an atomic drains its own address only;
 * release orders drain all.
 */
export function lowerPso(kind: number, order: MemoryOrder): number {
  if (kind === LOAD || ordersNothing(kind, order)) return 0;
  if (kind === RMW) return releases(order) ? DRAIN_ALL : DRAIN_LOCATION;
  if (kind === STORE && order === 'seq_cst') return DRAIN_ALL | DIRECT;
  if (kind === STORE || (kind === FENCE && order !== 'seq_cst')) return releases(order) ? STORE_STORE : 0;
  return DRAIN_ALL;
}

function preservedOrder(kind: number, order: MemoryOrder): number {
  const full = order === 'seq_cst';
  if (kind === LOAD || ordersNothing(kind, order)) return AFTER_READ_BASE | BECOMES_READ_BASE;
  if (kind === STORE && !full) return AFTER_BOTH | (releases(order) ? FENCE_FIRST : 0);
  if (kind === RMW && !releases(order)) return AFTER_BOTH | AFTER_OWN_LOCATION | BECOMES_READ_BASE;
  if (kind === FENCE && !full) return releases(order) ? STORE_STORE_FENCE : NO_EVENT;
  return FULL_ORDER | AFTER_OWN_STORES;
}

/** Partial store order: preserves load → anything; fences and atomics both ways. */
export const PSO = {
  name: 'pso',
  title: 'PSO',
  meaning: 'partial store order: stores wait in a queue per thread and location',
  includes: ['tso'],
  machine: { createMemory: () => new PsoMemory(), lower: lowerPso, buffers: 'location', readsOldValues: false },
  preservedOrder,
  isMonitored: true,
  reorders: ['store load', 'store store', 'store rmw'],
  failuresMean: {
    'ECMA-262':
      'a failure under PSO can happen on ARM machines: stores other than Atomics operations may become ' +
      'visible in another order. PSO covers neither reordered loads nor compiler optimisations',
  },
  defaultFor: ['check', 'test', 'litmus'],
} as const satisfies MemoryModel;
