import type { MemoryOrder, ModelName, OperationKind, Site } from '@fencepost/core';
import { ORDERS, acquires, hasDataRaces, modelNamed, releases } from '@fencepost/core';
import type { OperationRepair, Repair, VariableRepair } from './repair.js';

/** An operation at which something could be changed. */
export interface RepairableOperation {
  readonly operation: OperationKind;
  readonly site: Site;
  readonly order: MemoryOrder;
  /** What it accesses, if a declaration could make that atomic. */
  readonly variable?: string | undefined;
  /** What its thread did just before and just after it, in an execution; if that has a place. */
  readonly neighbours?: { readonly before: Neighbour | undefined; readonly after: Neighbour | undefined };
}

export type Neighbour = Pick<RepairableOperation, 'operation' | 'site'>;

/** What could be changed at an operation, what is preferred among equals first. */
export type Candidates = (operation: RepairableOperation) => readonly Repair[];

/** Full fences after stores. In threads without branches, no fence elsewhere can do more: what is delayed is a store. */
export const FENCES_AFTER_STORES: Candidates = ({ operation, site }) =>
  operation === 'store' ? [{ change: 'fence after', operation, site, order: 'seq_cst' }] : [];

/** Stronger orders of atomic operations, and fences, as far as they could mean something to one of the models. */
export function fencesAndOrders(models: readonly ModelName[]): Candidates {
  const described = models.map(modelNamed);
  const delaysStores = described.some((model) => model.machine?.buffers === 'location');
  // On a machine, a release fence may be a full barrier. The language does not promise that.
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
    // Whichever order this access has: others of the variable may have none. Only a language minds that they are not atomic.
    const orders: readonly VariableRepair['order'][] = ['acq_rel', 'seq_cst'];
    for (const order of delaysLoads ? (['relaxed', ...orders] as const) : orders)
      repairs.push({ change: 'atomic', variable, order });
    return repairs;
  };
}

/** Plain accesses that become atomic ones: the languages of ECMA-262 have no fences, and one order. */
export const ATOMIC_ACCESSES: Candidates = ({ operation, site, order }) =>
  order === 'plain' && (operation === 'load' || operation === 'store')
    ? [{ change: 'order', operation, site, order: 'seq_cst' }]
    : [];

/** The orders that an operation of this kind can have besides, from the weakest. */
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
