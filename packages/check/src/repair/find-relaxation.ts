import type { Limit, MemoryOrder, ModelName, Program } from '@fencepost/core';
import { withRestarts } from '@fencepost/core';
import type { Goal, Start } from '../methods.js';
import type { BadExecution } from './bad-execution.js';
import { RepairSearch, together } from './find-repair.js';
import type { OrderChange, OrderedOperation } from './relaxation.js';
import { nextWeaker, ordersUpTo, parts } from './relaxation.js';
import type { Repair } from './repair.js';
import { joinedOrders, operationKey } from './repair.js';
import type { RepairJournal } from './repair-journal.js';
import type { WeakestPrograms } from './weakest-program.js';
import { weakestPrograms } from './weakest-program.js';

/** The orders to weaken, and the models. */
export interface RelaxOptions {
  /** The goal has to be met under all of them. */
  readonly models: readonly ModelName[];
  readonly goal: Goal;
  readonly from: Start;
  /** Whether the order of the operation can be changed in the source. */
  readonly canChange: (operation: Pick<OrderedOperation, 'operation' | 'site'>) => boolean;
  readonly maxDepth?: number | undefined;
  readonly isStopped?: () => boolean;
  /** Journal of the exploration: holds the results of an earlier run, and records those of this one. */
  readonly journal?: RepairJournal | undefined;
}

/** A weaker order, and an execution that fails with it. */
export interface WeakerFails {
  readonly order: MemoryOrder;
  readonly execution: BadExecution;
}

/** A memory order, and its possible weaker replacement. */
export interface RelaxedOrder {
  readonly operation: OrderedOperation;
  readonly change: OrderChange;
  /** The order in the source. */
  readonly now: MemoryOrder;
  /** The weakest possible order, together with the other changes. */
  readonly least: MemoryOrder;
  /** Reasons why it cannot be weaker: an execution for each next weaker order. */
  readonly needed: readonly WeakerFails[];
}

/** The result of the search. */
export type RelaxResult =
  | { readonly outcome: 'relaxed'; readonly orders: readonly RelaxedOrder[]; readonly limits: readonly Limit[] }
  /** The program has a bad execution even with the strongest orders. */
  | { readonly outcome: 'failing'; readonly execution: BadExecution }
  | { readonly outcome: 'stopped' };

/**
 * Finds the cheapest orders with which the programs meet the goal, none of them stronger than allowed. Treats this as a
 * repair of programs whose orders are all relaxed. As each weaker order costs less, none of those found can be weaker.
 */
export function findRelaxation(programs: readonly Program[], options: RelaxOptions): RelaxResult {
  const search = (refusesBounds: boolean): RelaxResult =>
    withRestarts(() => new Relaxation(programs, options, refusesBounds).run(), together(programs, options.journal));
  // A weaker order may turn a loop that ends into one that does not. That must not look like a bound.
  const found = search(true);
  return found.outcome === 'failing' && found.execution.isBound ? search(false) : found;
}

class Relaxation {
  private readonly weakest: WeakestPrograms;
  private readonly search: RepairSearch;
  private readonly from: Start;

  constructor(programs: readonly Program[], { from, canChange, ...options }: RelaxOptions, refusesBounds: boolean) {
    this.from = from;
    const { journal } = options;
    this.weakest = weakestPrograms(programs, canChange, (operation) => journal?.noteOperation(operation));
    this.search = new RepairSearch(this.weakest.programs, {
      ...options,
      refusesBounds,
      isAvoided: (repair) => this.isStronger(repair),
      candidates: (operation) => this.candidates(operationKey(operation)),
    });
    for (const each of journal?.operationsBefore ?? []) this.weakest.see(each);
  }

  run(): RelaxResult {
    const result = this.search.run();
    if (result.outcome === 'stopped') return result;
    if (result.outcome === 'impossible') return { outcome: 'failing', execution: result.execution };
    const repairs = result.repairs.map(({ repair }) => repair);
    const orders: RelaxedOrder[] = [];
    for (const operation of this.weakest.operations.values()) {
      for (const [change, now] of ordersOf(operation)) {
        const isOwn = (repair: Repair): boolean =>
          repair.change !== 'atomic' && repair.change === change && operationKey(repair) === operationKey(operation);
        const others = repairs.filter((repair) => !isOwn(repair));
        const least = repairs
          .filter(isOwn)
          .reduce<MemoryOrder>((sum, { order }) => joinedOrders(sum, order), 'relaxed');
        const needed: WeakerFails[] = [];
        for (const order of nextWeaker(operation.operation, change, least)) {
          const execution = this.search.badWith([...others, ...parts(operation, change, order)]);
          if (execution === undefined) return { outcome: 'stopped' };
          needed.push({ order, execution });
        }
        orders.push({ operation, change, now, least, needed });
      }
    }
    return { outcome: 'relaxed', orders, limits: result.limits };
  }

  /** Whether the order is stronger than in the source. */
  private isStronger(repair: Repair): boolean {
    if (repair.change === 'atomic') return false;
    const { operation, site, change, order } = repair;
    const source = this.weakest.operations.get(operationKey({ operation, site }))!;
    const now = (change === 'order' ? source.order : source.failureOrder) ?? 'relaxed';
    return joinedOrders(now, order) !== now;
  }

  private candidates(key: string): readonly Repair[] {
    const operation = this.weakest.operations.get(key);
    if (operation === undefined) return [];
    return ordersOf(operation).flatMap(([change, now]) =>
      ordersUpTo(operation.operation, change, this.from === 'source' ? now : 'seq_cst').map((order) => ({
        ...{ change, order, operation: operation.operation, site: operation.site },
      })),
    );
  }
}

function ordersOf({ order, failureOrder }: OrderedOperation): readonly (readonly [OrderChange, MemoryOrder])[] {
  return failureOrder === undefined
    ? [['order', order]]
    : [
        ['order', order],
        ['failure order', failureOrder],
      ];
}
