import type { MemoryOrder, OperationKind, Site } from '@fencepost/core';
import { acquires, releases } from '@fencepost/core';
import type { Repair } from './repair.js';

/** An atomic operation or a fence, and its memory orders. */
export interface OrderedOperation {
  readonly operation: OperationKind;
  readonly site: Site;
  readonly order: MemoryOrder;
  /** Order of a failing compare-and-swap; undefined for other operations. */
  readonly failureOrder: MemoryOrder | undefined;
}

/** An order of an operation: its own, or that of its failure. */
export type OrderChange = 'order' | 'failure order';

/**
 * Returns the orders stronger than relaxed, up to `most`, that the operation could have. Acquire-release is split into
 * acquire and release.
 */
export function ordersUpTo(operation: OperationKind, change: OrderChange, most: MemoryOrder): readonly MemoryOrder[] {
  const orders: MemoryOrder[] = [];
  const reads = change === 'failure order' || operation !== 'store';
  const writes = change === 'order' && operation !== 'load';
  if (reads && acquires(most)) orders.push('acquire');
  if (writes && releases(most)) orders.push('release');
  if (most === 'seq_cst') orders.push('seq_cst');
  return orders;
}

/** Returns the next weaker orders for an operation of this kind. */
export function nextWeaker(operation: OperationKind, change: OrderChange, order: MemoryOrder): readonly MemoryOrder[] {
  if (order === 'acq_rel') return ['acquire', 'release'];
  if (order !== 'seq_cst') return order === 'relaxed' || order === 'plain' ? [] : ['relaxed'];
  if (change === 'failure order' || operation === 'load') return ['acquire'];
  return operation === 'store' ? ['release'] : ['acq_rel'];
}

/** Returns the changes that turn a relaxed order into this one. */
export function parts(
  { operation, site }: Pick<OrderedOperation, 'operation' | 'site'>,
  change: OrderChange,
  order: MemoryOrder,
): readonly Repair[] {
  if (order === 'relaxed' || order === 'plain') return [];
  const orders: readonly MemoryOrder[] = order === 'acq_rel' ? ['acquire', 'release'] : [order];
  return orders.map((each) => ({ change, operation, site, order: each }));
}
