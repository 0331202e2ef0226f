import type { Order } from './ast.js';

/** Does the order keep earlier accesses before this one? */
export function releases(order: Order): boolean {
  return order === 'release' || order === 'acq_rel' || order === 'seq_cst';
}

export function acquires(order: Order): boolean {
  return order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
}

/** The order of a compare-and-swap that fails. */
export function onFailure(order: Order): Order {
  if (order === 'seq_cst') return order;
  return order === 'acquire' || order === 'acq_rel' ? 'acquire' : 'relaxed';
}
