import type { MemoryOrder, Operation, Program, Site, ThreadBody, ThreadRun } from '@fencepost/core';
import { KIND_NAMES, SPAWN, STUCK, fence } from '@fencepost/core';
import type { Repair } from './repair.js';
import { joinedOrders, operationKey } from './repair.js';
import { withThreads } from './with-operations.js';

/** The place of fences that are in no source. */
const ADDED: Site = { file: '(repair)', line: 1 };

/** Was an operation with this place added by a repair? */
export function isAdded(site: Site | undefined): boolean {
  return site?.file === ADDED.file;
}

/** What the repairs of one operation come to. */
interface Change {
  before?: MemoryOrder;
  after?: MemoryOrder;
  order?: MemoryOrder;
  failure?: MemoryOrder;
}

/** By operation. */
type Changes = ReadonlyMap<string, Readonly<Change>>;

const NO_CHANGE: Change = {};

/**
 * The program as it would be with the repairs: its operations have other orders, and there are fences between them.
 * Nothing is compiled again: a thread decides by the results of its own operations, and a fence has none.
 */
export function repairedProgram(program: Program, repairs: readonly Repair[]): Program {
  if (repairs.length === 0) return program;
  const changes = new Map<string, Change>();
  for (const repair of repairs) {
    const key = operationKey(repair);
    const change = changes.get(key) ?? {};
    const what = WHAT[repair.change];
    change[what] = joinedOrders(change[what] ?? 'plain', repair.order);
    changes.set(key, change);
  }
  return withThreads(program, (run, repaired) => repairedRun(run, changes, repaired));
}

const WHAT: Readonly<Record<Repair['change'], keyof Change>> = {
  'fence before': 'before',
  'fence after': 'after',
  order: 'order',
  'failure order': 'failure',
};

/** A thread with the repairs. */
function repairedRun(run: ThreadRun, changes: Changes, repaired: (body: ThreadBody) => ThreadBody): ThreadRun {
  const steps = repairedSteps(run, changes, repaired);
  return { next: (result) => steps.next(result), takePrinted: () => run.takePrinted?.() ?? '' };
}

function* repairedSteps(
  run: ThreadRun,
  changes: Changes,
  repaired: (body: ThreadBody) => ThreadBody,
): Generator<Operation, unknown, number> {
  /** For each operation of the thread so far: how many fences were added next to it. */
  const added: number[] = [];
  for (let result = 0; ;) {
    const step = run.next(result);
    if (step.done === true) return step.value;
    const operation = step.value;
    const { before, after, order, failure } = changes.get(keyOf(operation)) ?? NO_CHANGE;
    added.push(Number(before !== undefined) + Number(after !== undefined));
    if (before !== undefined) yield fence(before, ADDED);
    if (operation.kind === SPAWN) result = yield { ...operation, body: repaired(operation.body!) };
    else if (operation.kind === STUCK) result = yield { ...operation, value: withAdded(operation.value, added) };
    else result = yield order === undefined && failure === undefined ? operation : ordered(operation, order, failure);
    if (after !== undefined) yield fence(after, ADDED);
  }
}

function ordered(operation: Operation, order: MemoryOrder = 'plain', failure: MemoryOrder = 'plain'): Operation {
  return {
    ...operation,
    order: joinedOrders(operation.order, order),
    failureOrder: joinedOrders(operation.failureOrder, failure),
  };
}

/** '': none of the user's. */
export function keyOf({ kind, site, role }: Operation): string {
  return site === undefined || role !== undefined ? '' : operationKey({ operation: KIND_NAMES[kind]!, site });
}

/** A loop of so many operations of the thread's own, with the fences among them. */
function withAdded(operations: number, added: readonly number[]): number {
  const before = added.length - 1 - operations;
  return added.slice(before, -1).reduce((sum, each) => sum + each, operations);
}
