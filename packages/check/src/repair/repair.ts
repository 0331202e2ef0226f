import type { Label, MemoryOrder, OperationKind, Site } from '@fencepost/core';
import { ORDERS, acquires, formatSite, releases } from '@fencepost/core';

/** A change of the program: at one of its operations, or of a variable. */
export type Repair = OperationRepair | VariableRepair;

/** Makes a variable atomic: all its loads and stores get a memory order. */
export interface VariableRepair {
  readonly change: 'atomic';
  /** Name as in `variableOf`. */
  readonly variable: string;
  /** `acq_rel`: loads acquire, stores release. */
  readonly order: 'relaxed' | 'acq_rel' | 'seq_cst';
}

/**
 * A change at a static operation of the program: a fence next to it, or a stronger order for it. A compare-and-swap that
 * fails has an order of its own.
 */
export interface OperationRepair {
  readonly change: 'fence after' | 'fence before' | 'order' | 'failure order';
  /** The operation: its kind and its place. */
  readonly operation: OperationKind;
  readonly site: Site;
  /** The order of the fence, or the new order of the operation. */
  readonly order: MemoryOrder;
}

/** Returns a key for the operation of a repair. */
export function operationKey({ operation, site }: Pick<OperationRepair, 'operation' | 'site'>): string {
  return `${operation} ${formatSite(site)}`;
}

/** Returns the same key for a label; undefined if it has no place in a source, or is not an operation of the user. */
export function labelKey({ kind, site, role }: Label): string | undefined {
  return site === undefined || role !== undefined ? undefined : operationKey({ operation: kind, site });
}

/** Returns a key that distinguishes repairs. */
export function repairKey(repair: Repair): string {
  const what = repair.change === 'atomic' ? repair.variable : operationKey(repair);
  return `${repair.change} ${repair.order} ${what}`;
}

/** Returns the weakest order that is at least as strong as both. */
export function joinedOrders(a: MemoryOrder, b: MemoryOrder): MemoryOrder {
  const [weaker, stronger] = ORDERS.indexOf(a) <= ORDERS.indexOf(b) ? [a, b] : [b, a];
  return acquires(weaker) && releases(stronger) && !acquires(stronger) ? 'acq_rel' : stronger;
}

/** Returns the order of an access to a variable with this order; undefined if the access does not change. */
export function orderOfAccess(operation: OperationKind, order: VariableRepair['order']): MemoryOrder | undefined {
  if (operation !== 'load' && operation !== 'store') return undefined;
  if (order !== 'acq_rel') return order;
  return operation === 'load' ? 'acquire' : 'release';
}
