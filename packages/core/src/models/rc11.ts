import type { MemoryOrder } from '../operations/orders.js';
import { FENCE } from '../operations/operation.js';
import { releases } from '../operations/orders.js';
import { AFTER_READ_BASE, BECOMES_READ_BASE, BECOMES_WRITE_BASE } from './preserved-order.js';
import type { MemoryModel } from './model.js';
import { synchronisation } from './synchronisation.js';

/**
 * All program order is part of happens-before, so every operation becomes the read base. The write base is the last
 * release fence: events before it happen before any operation that acquires from a later write.
 */
function preservedOrder(kind: number, order: MemoryOrder): number {
  const base = kind === FENCE && releases(order) ? BECOMES_WRITE_BASE : 0;
  return AFTER_READ_BASE | BECOMES_READ_BASE | base | synchronisation(kind, order);
}

/** C11 and C++20 as repaired by Lahav et al. (PLDI 2017), with release sequences of C++20. */
export const RC11 = {
  name: 'rc11',
  aliases: ['c11'],
  title: 'RC11',
  commonName: 'C11',
  meaning: 'C11 and C++20 on any machine; a data race is a failure',
  includes: ['tso', 'pso'],
  preservedOrder,
  communication: 'release-acquire',
  hasAxioms: true,
  describes: 'C',
  isMonitored: false,
  reorders: [],
  defaultFor: ['check C11', 'litmus C'],
} as const satisfies MemoryModel;
