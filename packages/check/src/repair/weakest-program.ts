import type { MemoryOrder, Operation, Program } from '@fencepost/core';
import { FENCE, KIND_NAMES, LOAD, RMW, STORE } from '@fencepost/core';
import type { OrderedOperation } from './relaxation.js';
import { joinedOrders, operationKey } from './repair.js';
import { withOperations } from './with-operations.js';

/** Kinds of operations that have memory orders. */
const ORDERED: ReadonlySet<number> = new Set([LOAD, STORE, RMW, FENCE]);

/** Programs with the weakest orders, and the operations they have executed so far that had other orders. */
export interface WeakestPrograms {
  readonly programs: readonly Program[];
  /** Operations by key. */
  readonly operations: ReadonlyMap<string, OrderedOperation>;
  /** Records an operation of the programs. Returns whether its order can be changed. */
  readonly see: (operation: OrderedOperation) => boolean;
}

/**
 * Returns the programs with all atomic operations relaxed and all fences disabled. `canChange` returns whether the
 * source can specify another order. `onSeen` is called for an operation that is new, or has another order elsewhere.
 */
export function weakestPrograms(
  programs: readonly Program[],
  canChange: (operation: Pick<OrderedOperation, 'operation' | 'site'>) => boolean,
  onSeen: (operation: OrderedOperation) => void = () => undefined,
): WeakestPrograms {
  const operations = new Map<string, OrderedOperation>();
  const answers = new Map<string, boolean>();
  const see = (seen: OrderedOperation): boolean => {
    const key = operationKey(seen);
    const known = answers.get(key);
    const can = known ?? canChange(seen);
    answers.set(key, can);
    const before = operations.get(key);
    const now = joined(seen, before);
    const isOther = can && (now.order !== before?.order || now.failureOrder !== before.failureOrder);
    if (known === undefined || isOther) onSeen(seen);
    if (isOther) operations.set(key, now);
    return can;
  };
  const weakest = (each: Operation): Operation => {
    const { kind, site, role, order, mutex, fn } = each;
    if (!ORDERED.has(kind) || order === 'plain' || mutex || fn === 'transition') return each;
    if (site === undefined || role !== undefined) return each;
    const failureOrder = fn === 'cas' && kind === RMW ? each.failureOrder : undefined;
    if (!see({ operation: KIND_NAMES[kind]!, site, order, failureOrder })) return each;
    return { ...each, order: 'relaxed', failureOrder: 'relaxed' };
  };
  return { programs: programs.map((program) => withOperations(program, weakest)), operations, see };
}

/** Combines the orders of an operation. Instances of a template or an inlined function may differ. */
function joined(operation: OrderedOperation, other: OrderedOperation | undefined): OrderedOperation {
  if (other === undefined) return operation;
  return {
    ...operation,
    order: joinedOrders(operation.order, other.order),
    failureOrder: joinedFailures(operation.failureOrder, other.failureOrder),
  };
}

function joinedFailures(a: MemoryOrder | undefined, b: MemoryOrder | undefined): MemoryOrder | undefined {
  return a === undefined || b === undefined ? (a ?? b) : joinedOrders(a, b);
}
