import type { MemoryOrder, Operation, Program } from '@fencepost/core';
import { FENCE, KIND_NAMES, LOAD, RMW, STORE } from '@fencepost/core';
import type { OrderedOperation } from './relaxation.js';
import { joinedOrders, operationKey } from './repair.js';
import { withOperations } from './with-operations.js';

/** Kinds of operations that have orders. */
const ORDERED: ReadonlySet<number> = new Set([LOAD, STORE, RMW, FENCE]);

/** Programs with the weakest orders, and the operations that had others: those that they have done so far. */
export interface WeakestPrograms {
  readonly programs: readonly Program[];
  /** By key. */
  readonly operations: ReadonlyMap<string, OrderedOperation>;
}

/**
 * The programs with relaxed operations where they are atomic, and fences that do nothing. `canChange`: the source can
 * say another order.
 */
export function weakestPrograms(
  programs: readonly Program[],
  canChange: (operation: Pick<OrderedOperation, 'operation' | 'site'>) => boolean,
): WeakestPrograms {
  const operations = new Map<string, OrderedOperation>();
  const answers = new Map<string, boolean>();
  const weakest = (each: Operation): Operation => {
    const { kind, site, role, order, mutex, fn } = each;
    if (!ORDERED.has(kind) || order === 'plain' || mutex || fn === 'transition') return each;
    if (site === undefined || role !== undefined) return each;
    const operation = KIND_NAMES[kind]!;
    const key = operationKey({ operation, site });
    const known = answers.get(key) ?? canChange({ operation, site });
    answers.set(key, known);
    if (!known) return each;
    const failureOrder = fn === 'cas' && kind === RMW ? each.failureOrder : undefined;
    operations.set(key, joined({ operation, site, order, failureOrder }, operations.get(key)));
    return { ...each, order: 'relaxed', failureOrder: 'relaxed' };
  };
  return { programs: programs.map((program) => withOperations(program, weakest)), operations };
}

/** Of a template, or a function that is inlined, the instances may differ. */
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
