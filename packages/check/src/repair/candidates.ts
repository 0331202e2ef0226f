import type { MemoryOrder, ModelName, OperationKind, Site } from '@fencepost/core';
import { ORDERS, acquires, hasDataRaces, modelNamed, releases } from '@fencepost/core';
import type { OperationRepair, Repair, VariableRepair } from './repair.js';

/** An operation at which a repair is possible. */
export interface RepairableOperation {
  readonly operation: OperationKind;
  readonly site: Site;
  readonly order: MemoryOrder;
  /** The variable it accesses, if a declaration could make that atomic. */
  readonly variable?: string | undefined;
  /** The operations of its thread directly before and after it, in an execution, if they have a place in the source. */
  readonly neighbours?: { readonly before: Neighbour | undefined; readonly after: Neighbour | undefined };
}

export type Neighbour = Pick<RepairableOperation, 'operation' | 'site'>;

/** Returns the possible repairs at an operation, the preferred ones first. */
export type Candidates = (operation: RepairableOperation) => readonly Repair[];

/**
 * Full fences after stores. In threads without branches, no fence elsewhere can do more, because only stores are
 * delayed.
 */
export const FENCES_AFTER_STORES: Candidates = ({ operation, site }) =>
  operation === 'store' ? [{ change: 'fence after', operation, site, order: 'seq_cst' }] : [];

/** Returns stronger orders of atomic operations, and fences, if they could have an effect in one of the models. */
export function fencesAndOrders(models: readonly ModelName[]): Candidates {
  const described = models.map(modelNamed);
  const delaysStores = described.some((model) => model.machine?.buffers === 'location');
  // On a machine, a release fence may be a full barrier. The language does not guarantee that.
  const delaysLoads = described.some(hasDataRaces);
  const fences: readonly MemoryOrder[] = delaysStores || delaysLoads ? ['seq_cst', 'release'] : ['seq_cst'];
  const before: readonly MemoryOrder[] = delaysLoads ? [...fences, 'acquire'] : fences;
  return ({ operation, site, order: now, variable }) => {
    const repairs: Repair[] = [];
    const add = (change: OperationRepair['change'], order: MemoryOrder): void => {
      repairs.push({ change, operation, site, order });
    };
    if (now !== 'plain') for (const order of strongerOrders(operation, now)) add('order', order);
    if (operation === 'store' || operation === 'rmw') for (const order of fences) add('fence after', order);
    if (operation === 'store' || operation === 'load' || operation === 'rmw')
      for (const order of before) add('fence before', order);
    if (variable === undefined || (operation !== 'load' && operation !== 'store')) return repairs;
    // Regardless of this access's order: other accesses of the variable may be plain. Only a language model
    // distinguishes non-atomic accesses.
    const orders: readonly VariableRepair['order'][] = ['acq_rel', 'seq_cst'];
    for (const order of delaysLoads ? (['relaxed', ...orders] as const) : orders)
      repairs.push({ change: 'atomic', variable, order });
    return repairs;
  };
}

/** Plain accesses that become atomic ones: ECMA-262 languages have no fences, and only one order. */
export const ATOMIC_ACCESSES: Candidates = ({ operation, site, order }) =>
  order === 'plain' && (operation === 'load' || operation === 'store')
    ? [{ change: 'order', operation, site, order: 'seq_cst' }]
    : [];

/** Returns the other orders that an operation of this kind can have, weakest first. */
function strongerOrders(operation: OperationKind, now: MemoryOrder): readonly MemoryOrder[] {
  const isStronger = (order: MemoryOrder): boolean =>
    order !== now &&
    ORDERS.indexOf(order) > 1 &&
    (!acquires(now) || acquires(order)) &&
    (!releases(now) || releases(order));
  return ORDERS.filter((order) => isStronger(order) && meansSomething(operation, order));
}

function meansSomething(operation: OperationKind, order: MemoryOrder): boolean {
  if (operation === 'store') return order === 'release' || order === 'seq_cst';
  if (operation === 'load') return order === 'acquire' || order === 'seq_cst';
  return operation === 'rmw' || operation === 'fence';
}
