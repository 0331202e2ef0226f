import type { MemoryOrder, Operation, Program, Site, ThreadBody, ThreadRun } from '@fencepost/core';
import { KIND_NAMES, LOAD, SPAWN, STORE, STUCK, fence } from '@fencepost/core';
import type { OperationRepair, Repair, VariableRepair } from './repair.js';
import { joinedOrders, operationKey, orderOfAccess } from './repair.js';
import type { VariableAccesses, VariableAt } from './variables.js';
import { variablesOf } from './variables.js';
import { withThreads } from './with-operations.js';

/** Site of added fences, which are in no source. */
const ADDED: Site = { file: '(repair)', line: 1 };

/** Whether a repair added the operation with this site. */
export function isAdded(site: Site | undefined): boolean {
  return site?.file === ADDED.file;
}

/** The combined effect of the repairs of one operation. */
interface Change {
  before?: MemoryOrder;
  after?: MemoryOrder;
  order?: MemoryOrder;
  failure?: MemoryOrder;
}

interface Changes {
  /** Changes by operation. */
  readonly operations: ReadonlyMap<string, Readonly<Change>>;
  /** Order of a variable's accesses, by the variable's name. */
  readonly variables: ReadonlyMap<string, VariableRepair['order']>;
  readonly variableAt: VariableAt;
  readonly accesses: VariableAccesses | undefined;
}

const NO_CHANGE: Change = {};

/**
 * Returns the program as it would be with the repairs: its operations have other orders, and there are fences between
 * them. Nothing is compiled again: a thread depends only on the results of its own operations, and a fence has none.
 * `accesses` are those to variables that become atomic.
 */
export function repairedProgram(
  program: Program,
  repairs: readonly Repair[],
  variableAt: VariableAt = variablesOf(program),
  accesses?: VariableAccesses,
): Program {
  if (repairs.length === 0) return program;
  const operations = new Map<string, Change>();
  const variables = new Map<string, VariableRepair['order']>();
  for (const repair of repairs) {
    if (repair.change === 'atomic') {
      const { variable, order } = repair;
      variables.set(variable, joinedOrders(variables.get(variable) ?? 'relaxed', order) as typeof order);
      continue;
    }
    const key = operationKey(repair);
    const change = operations.get(key) ?? {};
    const what = WHAT[repair.change];
    change[what] = joinedOrders(change[what] ?? 'plain', repair.order);
    operations.set(key, change);
  }
  const changes = { operations, variables, variableAt, accesses };
  return withThreads(program, (run, repaired) => repairedRun(run, changes, repaired));
}

const WHAT: Readonly<Record<OperationRepair['change'], keyof Change>> = {
  'fence before': 'before',
  'fence after': 'after',
  order: 'order',
  'failure order': 'failure',
};

/** Returns a thread with the repairs. */
function repairedRun(run: ThreadRun, changes: Changes, repaired: (body: ThreadBody) => ThreadBody): ThreadRun {
  const steps = repairedSteps(run, changes, repaired);
  return { next: (result) => steps.next(result), takePrinted: () => run.takePrinted?.() ?? '' };
}

function* repairedSteps(
  run: ThreadRun,
  changes: Changes,
  repaired: (body: ThreadBody) => ThreadBody,
): Generator<Operation, unknown, number> {
  /** For each operation of the thread so far: the number of fences added next to it. */
  const added: number[] = [];
  for (let result = 0; ;) {
    const step = run.next(result);
    if (step.done === true) return step.value;
    const operation = step.value;
    const { before, after, order, failure } = changeOf(operation, changes);
    added.push(Number(before !== undefined) + Number(after !== undefined));
    if (before !== undefined) yield fenceIn(operation, before);
    if (operation.kind === SPAWN) result = yield { ...operation, body: repaired(operation.body!) };
    else if (operation.kind === STUCK) result = yield { ...operation, value: withAdded(operation.value, added) };
    else result = yield order === undefined && failure === undefined ? operation : ordered(operation, order, failure);
    if (after !== undefined) yield fenceIn(operation, after);
  }
}

/** Returns a fence that belongs to the same call as the operation. */
function fenceIn({ call, returned }: Operation, order: MemoryOrder): Operation {
  return { ...fence(order, ADDED), call, returned };
}

function changeOf(operation: Operation, { operations, variables, variableAt, accesses }: Changes): Change {
  const key = keyOf(operation);
  const own = operations.get(key) ?? NO_CHANGE;
  if (variables.size === 0 || key === '' || (operation.kind !== LOAD && operation.kind !== STORE)) return own;
  const variable = variableAt(operation.address);
  const wanted = variable === undefined ? undefined : variables.get(variable);
  if (wanted === undefined) return own;
  const kind = KIND_NAMES[operation.kind]!;
  accesses?.add(variable!, key, { operation: kind, site: operation.site! });
  return { ...own, order: joinedOrders(own.order ?? 'plain', orderOfAccess(kind, wanted)!) };
}

function ordered(operation: Operation, order: MemoryOrder = 'plain', failure: MemoryOrder = 'plain'): Operation {
  return {
    ...operation,
    order: joinedOrders(operation.order, order),
    failureOrder: joinedOrders(operation.failureOrder, failure),
  };
}

/** Returns the key of an operation; '' if it is not one of the user's. */
export function keyOf({ kind, site, role }: Operation): string {
  return site === undefined || role !== undefined ? '' : operationKey({ operation: KIND_NAMES[kind]!, site });
}

/** Returns the length of a loop with this many operations of the thread's own, including the added fences. */
function withAdded(operations: number, added: readonly number[]): number {
  const before = added.length - 1 - operations;
  return added.slice(before, -1).reduce((sum, each) => sum + each, operations);
}
