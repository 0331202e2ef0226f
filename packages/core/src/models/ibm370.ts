import type { MemoryOrder } from '../operations/orders.js';
import { LOAD } from '../operations/operation.js';
import { AFTER_OWN_LOCATION } from './preserved-order.js';
import { DRAIN_LOCATION } from './lowering.js';
import type { MemoryModel } from './model.js';
import { TSO, TsoMemory } from './tso.js';

/** As TSO, but a load waits until the thread's own stores to its location are in memory: nothing is forwarded. */
export class Ibm370Memory extends TsoMemory {
  override drainedFor(p: number, a: number): boolean {
    return this.B.youngest(p, a) < 0;
  }
}

function lower(kind: number, order: MemoryOrder): number {
  return TSO.machine.lower(kind, order) | (kind === LOAD ? DRAIN_LOCATION : 0);
}

function preservedOrder(kind: number, order: MemoryOrder): number {
  return TSO.preservedOrder(kind, order) | (kind === LOAD ? AFTER_OWN_LOCATION : 0);
}

/**
 * The IBM 370 (Adve and Gharachorloo, Shared Memory Consistency Models: A Tutorial, 1996, Fig. 8): as TSO, a load may
 * pass earlier stores, but not those to its own location. So stores are atomic: no thread sees one before others do.
 */
export const IBM370 = {
  name: 'ibm370',
  title: 'IBM 370',
  meaning: 'as TSO, but a thread does not see its own stores before others do',
  includes: [],
  machine: { createMemory: () => new Ibm370Memory(), lower, buffers: 'thread', readsOldValues: false },
  preservedOrder,
  isMonitored: false,
  reorders: ['store load'],
  isSpecial: true,
  defaultFor: [],
} as const satisfies MemoryModel;
