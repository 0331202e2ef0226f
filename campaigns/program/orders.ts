import type { Order } from './ast.js';

/** Whether the order keeps earlier accesses before this one. */
export function releases(order: Order): boolean {
  return order === 'release' || order === 'acq_rel' || order === 'seq_cst';
}

export function acquires(order: Order): boolean {
  return order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
}

/** Returns the order of a compare-and-swap that fails. */
export function onFailure(order: Order): Order {
  if (order === 'seq_cst') return order;
  return order === 'acquire' || order === 'acq_rel' ? 'acquire' : 'relaxed';
}
