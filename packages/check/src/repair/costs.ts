import type { OperationRepair, VariableRepair } from './repair.js';

/** Costs of changes. */
export interface RepairCosts {
  /** A full fence: it drains the store buffer. */
  readonly 'full-fence': number;
  /** A release or acquire fence. */
  readonly fence: number;
  /** The order seq_cst, or making something atomic: an access of JavaScript, a variable of C. */
  readonly seq_cst: number;
  /** The orders release and acquire. */
  readonly order: number;
}

export const DEFAULT_COSTS: RepairCosts = { 'full-fence': 4, fence: 1, seq_cst: 3, order: 1 };

/** The properties of a repair that costs depend on. */
export type Costed = Omit<OperationRepair, 'site'> | VariableRepair;

/** Returns the cost of a repair. Acquire-release costs as much as acquire and release together. */
export function costOf(repair: Costed, costs: RepairCosts = DEFAULT_COSTS): number {
  // If a variable becomes atomic, all its accesses do. That they are relaxed is no reason to prefer it to other orders.
  if (repair.change === 'atomic') return repair.order === 'seq_cst' ? costs.seq_cst : 2 * costs.order;
  const { change, operation, order } = repair;
  const isFence = operation === 'fence' || change === 'fence after' || change === 'fence before';
  if (order === 'plain' || order === 'relaxed') return 0;
  if (order === 'seq_cst') return isFence ? costs['full-fence'] : costs.seq_cst;
  return (order === 'acq_rel' ? 2 : 1) * (isFence ? costs.fence : costs.order);
}
