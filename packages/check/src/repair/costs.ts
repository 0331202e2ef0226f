import type { Repair } from './repair.js';

/** What changes cost. */
export interface RepairCosts {
  /** A full fence: it drains the store buffer. */
  readonly 'full-fence': number;
  /** A release or acquire fence. */
  readonly fence: number;
  /** The order seq_cst, or an access that becomes atomic. */
  readonly seq_cst: number;
  /** The orders release and acquire. */
  readonly order: number;
}

export const DEFAULT_COSTS: RepairCosts = { 'full-fence': 4, fence: 1, seq_cst: 3, order: 1 };

/** What a repair costs the program. To acquire and to release costs as much as both. */
export function costOf({ change, operation, order }: Omit<Repair, 'site'>, costs: RepairCosts = DEFAULT_COSTS): number {
  const isFence = operation === 'fence' || change === 'fence after' || change === 'fence before';
  if (order === 'plain' || order === 'relaxed') return 0;
  if (order === 'seq_cst') return isFence ? costs['full-fence'] : costs.seq_cst;
  return (order === 'acq_rel' ? 2 : 1) * (isFence ? costs.fence : costs.order);
}
