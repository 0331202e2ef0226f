/** Memory orders. `plain` requires as little of the models as `relaxed`; only plain accesses can race. */
export type MemoryOrder = 'plain' | 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
/** Memory orders by index in codes. The orders from `release` on are those that release. */
export const ORDERS: readonly MemoryOrder[] = ['plain', 'relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

/** Whether an operation of this order acquires. */
export function acquires(order: MemoryOrder): boolean {
  return order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';
}

/** Whether an operation of this order releases. */
export function releases(order: MemoryOrder): boolean {
  return order === 'release' || order === 'acq_rel' || order === 'seq_cst';
}

/** Returns the strongest order of a compare-and-swap that fails, given its order if it succeeds (C17, 7.17.7.4). */
export function failureOrderOf(order: MemoryOrder): MemoryOrder {
  if (order === 'acq_rel') return 'acquire';
  return order === 'release' ? 'relaxed' : order;
}
