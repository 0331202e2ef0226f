import type { Label, MemoryOrder, OperationKind, Site } from '@fencepost/core';
import { ORDERS, acquires, formatSite, releases } from '@fencepost/core';

/**
 * A change at a static operation of the program: a fence next to it, or a stronger order for it. A compare-and-swap that
 * fails has an order of its own.
 */
export interface Repair {
  readonly change: 'fence after' | 'fence before' | 'order' | 'failure order';
  /** The operation: its kind and its place. */
  readonly operation: OperationKind;
  readonly site: Site;
  /** The order of the fence, or of the operation from now on. */
  readonly order: MemoryOrder;
}

/** The operation that a repair is about. */
export function operationKey({ operation, site }: Pick<Repair, 'operation' | 'site'>): string {
  return `${operation} ${formatSite(site)}`;
}

/** The same of a label; undefined: it has no place in a source, or is none of the user's operations. */
export function labelKey({ kind, site, role }: Label): string | undefined {
  return site === undefined || role !== undefined ? undefined : operationKey({ operation: kind, site });
}

/** Distinguishes repairs. */
export function repairKey(repair: Repair): string {
  return `${repair.change} ${repair.order} ${operationKey(repair)}`;
}

/** The weakest order that is as strong as both. */
export function joinedOrders(a: MemoryOrder, b: MemoryOrder): MemoryOrder {
  const [weaker, stronger] = ORDERS.indexOf(a) <= ORDERS.indexOf(b) ? [a, b] : [b, a];
  return acquires(weaker) && releases(stronger) && !acquires(stronger) ? 'acq_rel' : stronger;
}
