import type { Limit, ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts, orderOf } from '@fencepost/core';
import type { BadExecution } from './bad-execution.js';
import type { Candidates, Neighbour } from './candidates.js';
import type { Goal } from '../methods.js';
import { Effort } from './effort.js';
import type { ExploredRepaired, Learning } from './explore-repaired.js';
import { exploreRepaired } from './explore-repaired.js';
import type { Demand } from './hitting-set.js';
import { hittingSet } from './hitting-set.js';
import type { Repair } from './repair.js';
import { costOf } from './costs.js';
import { repairKey } from './repair.js';
import type { Exploration, RepairJournal } from './repair-journal.js';
import type { VariableAt } from './variables.js';
import { VariableAccesses, variablesOf } from './variables.js';

/** Options of a search for repairs. */
export interface RepairOptions {
  /** The program has to be repaired for all of them. */
  readonly models: readonly ModelName[];
  readonly goal: Goal;
  readonly candidates: Candidates;
  /** Returns the cost of a repair. */
  readonly cost?: (repair: Repair) => number;
  /** Whether to avoid the repair among repairs of the same cost. */
  readonly isAvoided?: (repair: Repair) => boolean;
  /** Whether to use the repair only if others are not enough, whatever they cost. */
  readonly isLast?: (repair: Repair) => boolean;
  /** Follow each thread for at most this many operations. */
  readonly maxDepth?: number | undefined;
  /** Whether an execution that hits a bound is bad. */
  readonly refusesBounds?: boolean;
  /** Number of other repairs of the same cost to look for. */
  readonly alternatives?: number;
  /** Called from time to time. Returns whether to stop. */
  readonly isStopped?: () => boolean;
  /** Effort limit of the search; unlimited if undefined. */
  readonly effort?: Effort;
  /** Journal of the exploration: holds the results of an earlier run, and records those of this one. */
  readonly journal?: RepairJournal | undefined;
}

/** A change, and an execution that the others do not forbid. */
export interface NeededRepair {
  readonly repair: Repair;
  readonly forbids: BadExecution;
}

/** The result of the search. */
export type RepairResult =
  | {
      readonly outcome: 'repaired';
      /** The repairs. If empty, there is nothing to repair. */
      readonly repairs: readonly NeededRepair[];
      readonly cost: number;
      /** Other repairs of the same cost, up to the requested number. */
      readonly alternatives: readonly (readonly Repair[])[];
      /** Places where variables that become atomic are accessed. */
      readonly accesses: VariableAccesses;
      /** Bounds that were hit. The program is repaired within them. */
      readonly limits: readonly Limit[];
    }
  /** An execution that no candidate forbids. */
  | {
      readonly outcome: 'impossible';
      /** Name of the program that has the execution. */
      readonly program: string;
      readonly execution: BadExecution;
      /** Whether it also fails under SC. */
      readonly isSequential: boolean;
    }
  | { readonly outcome: 'stopped' };

/**
 * Finds the repairs of least cost after which none of the programs has a bad execution. The programs share a source
 * text, such as a header.
 *
 * Each bad execution has to be forbidden. If a set of repairs does not forbid it, the set is extended with as many
 * others as possible without forbidding it. Every solution contains one of the remaining repairs: this is a demand. The
 * cheapest set that meets all demands is tried next. So the first set without bad executions is a cheapest solution.
 * (Implicit hitting sets: Moreno-Centeno and Karp, Operations Research 2013.)
 */
export function findRepair(programs: readonly Program[], options: RepairOptions): RepairResult {
  return withRestarts(() => new RepairSearch(programs, options).run(), together(programs, options.journal));
}

/** Combines programs so that they learn together. Knowledge about one scenario holds for all. */
export function together(
  programs: readonly Program[],
  journal: RepairJournal | undefined,
): Pick<Program, 'beginAgain'> {
  return {
    beginAgain: () => {
      journal?.beginAgain();
      for (const program of programs) {
        const [first = program] = program.scenarios?.programs((number) => number === 0) ?? [];
        first.beginAgain?.();
      }
    },
  };
}

/** Yields the programs, and the scenarios of those that stand for scenarios. */
function* eachOf(programs: readonly Program[]): Generator<Program> {
  for (const program of programs) {
    if (program.scenarios === undefined) yield program;
    else yield* program.scenarios.programs();
  }
}

/** Weights consist of cost and then effort, so that among equally cheap sets the smallest is chosen. */
const UNIT = 1 << 10;
/** Changing an order is a change of one word. A fence after a store is easier to understand than one before a load. */
const EFFORT: Readonly<Record<Repair['change'], number>> = {
  order: 4,
  'failure order': 4,
  'fence after': 5,
  'fence before': 6,
  atomic: 9,
};

/** Number of pieces of a search that are always worthwhile. */
const PIECES = 16;
/** Penalty of an avoided repair. Greater than the sum of other differences. */
const AVOIDED = 32;
/** Penalty of a last-resort repair. Greater than the sum of all costs. */
const LAST = UNIT * 2 ** 24;

/** Returns the effort of a repair. An order shows which access it concerns; for a fence, a reader has to find out. */
function effortOf(repair: Repair): number {
  // Only if the accesses need other orders does more than the declaration change.
  if (repair.change === 'atomic') return EFFORT.atomic + (repair.order === 'acq_rel' ? 1 : 0);
  const { change, operation } = repair;
  return operation === 'fence' ? EFFORT['fence after'] : EFFORT[change];
}

/** Returns the operation of the event's thread directly before or after it. */
function neighbour({ trace: { states, events } }: BadExecution, event: number, step: 1 | -1): Neighbour | undefined {
  const other = events[event + step];
  if (other?.thread !== events[event]!.thread) return undefined;
  const { kind: operation, site } = states.labels.get(states.label[other.state]!);
  return site && { operation, site };
}

/** A program, and its data without repairs. */
interface Explored {
  readonly program: Program;
  readonly original: LocalStates;
  readonly variableAt: VariableAt;
}

/** The search for repairs, and its knowledge. */
export class RepairSearch {
  private readonly programs: readonly Program[];
  /** Programs that had bad executions, by number. They are explored first, because the repairs are for them. */
  private readonly bad = new Map<number, Explored>();
  private readonly options: RepairOptions;
  private readonly effort: Effort;
  private readonly candidates: Repair[] = [];
  private readonly weights: number[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly demands: Demand[] = [];
  private readonly known: BadExecution[] = [];
  private readonly accesses: VariableAccesses;
  private chosen: readonly number[] = [];
  /** A candidate that must not be chosen, and the maximum cost of repairs. */
  private refused = -1;
  private most = Infinity;
  /** Number of pieces explored so far. The search gives up at `mostPieces`. */
  private pieces = 0;
  /** Name of the program that was explored last. */
  private exploring = '';
  private mostPieces = Infinity;

  constructor(programs: readonly Program[], options: RepairOptions) {
    this.options = options;
    this.effort = options.effort ?? new Effort();
    this.programs = programs;
    this.accesses = options.journal?.beginSearch() ?? new VariableAccesses();
  }

  run(): RepairResult {
    const result = this.cheapest();
    if (result.outcome !== 'repaired') return result;
    // The search for alternatives is limited to about the cost of the first. Pieces are counted, so that the result is
    // the same on any machine.
    this.mostPieces = 2 * this.pieces + PIECES;
    return { ...result, alternatives: this.alternatives(result.cost) };
  }

  /** Finds other repairs of the same cost by excluding one of the repairs found. */
  private alternatives(cost: number): readonly (readonly Repair[])[] {
    const { alternatives: most = 0 } = this.options;
    const found: (readonly Repair[])[] = [];
    const best = this.chosen;
    this.most = cost;
    for (const each of best) {
      if (found.length >= most || this.pieces > this.mostPieces) break;
      this.refused = each;
      const next = this.next();
      if (next === undefined) continue;
      this.chosen = next;
      const isKnown = found.some((other) => other.every((repair, i) => repair === this.repairs[i]));
      if (!isKnown && this.cheapest().outcome === 'repaired') found.push(this.repairs);
    }
    return found;
  }

  private cheapest(): RepairResult {
    for (;;) {
      const explored = this.explore(this.repairs, {
        isNew: (bad) => !this.isForbidden(bad, this.repairs),
        onBad: (bad) => this.learn(bad),
      });
      if (explored.outcome === 'clean') return this.found(explored.limits);
      if (explored.outcome === 'stopped') return { outcome: 'stopped' };
      if (explored.outcome === 'impossible') {
        const { execution, isSequential } = explored;
        return { outcome: 'impossible', program: this.exploring, execution, isSequential };
      }
    }
  }

  /** Returns a bad execution that these repairs allow; undefined if there is none, or time is up. */
  badWith(repairs: readonly Repair[]): BadExecution | undefined {
    const isLeft = (bad: BadExecution): boolean => !this.isForbidden(bad, repairs);
    let found = this.known.find(isLeft);
    if (found !== undefined) return found;
    // This is a single exploration, so the limit for a search for alternatives does not apply.
    this.mostPieces = Infinity;
    this.explore(repairs, {
      isNew: isLeft,
      onBad: (bad) => {
        found ??= bad;
        return false;
      },
    });
    return found;
  }

  private explore(repairs: readonly Repair[], learning: Learning): ExploredRepaired {
    const limits: Limit[] = [];
    for (const [number, each] of this.inOrder()) {
      const explored = this.exploreOne(number, each, repairs, learning);
      if (explored.outcome !== 'clean') {
        this.bad.set(number, each);
        return explored;
      }
      limits.push(...explored.limits);
    }
    return { outcome: 'clean', limits };
  }

  private *inOrder(): Generator<readonly [number: number, explored: Explored]> {
    const known = new Map(this.bad);
    yield* known;
    let number = 0;
    for (const program of eachOf(this.programs)) {
      const own = number++;
      if (known.has(own)) continue;
      const original = new LocalStates(program, undefined, this.options.maxDepth);
      yield [own, { program, original, variableAt: variablesOf(program) }];
    }
  }

  private exploreOne(number: number, each: Explored, repairs: readonly Repair[], learning: Learning): ExploredRepaired {
    const { goal, models, maxDepth, refusesBounds = false } = this.options;
    const { accesses, effort } = this;
    const { program, original, variableAt } = each;
    const isStopped = (): boolean =>
      ++this.pieces > this.mostPieces || effort.isSpent || this.options.isStopped?.() === true;
    const begin = (model: ModelName): Exploration | undefined => {
      const exploration = this.options.journal?.begin([number, model, ...repairs.map(repairKey)].join('\n'));
      this.pieces += exploration?.passed ?? 0;
      return exploration;
    };
    this.exploring = program.name;
    return exploreRepaired(program, {
      ...{ original, repairs, variableAt, accesses, models, goal, maxDepth, refusesBounds, isStopped, begin, effort },
      ...learning,
    });
  }

  private get repairs(): readonly Repair[] {
    return this.chosen.map((each) => this.candidates[each]!);
  }

  /** Chooses repairs that forbid the execution and all other known ones. Returns false if none do. */
  private learn(bad: BadExecution): boolean {
    this.known.push(bad);
    for (;;) {
      const open = this.known.find((each) => !this.isForbidden(each, this.repairs));
      // Without effort left, the search ends before the next exploration.
      if (open === undefined || this.effort.isSpent) return true;
      this.demands.push(this.demandOf(open));
      const next = this.next();
      if (next === undefined) return false;
      this.chosen = next;
    }
  }

  /** Returns the cheapest candidates that meet all demands; undefined if none do. */
  private next(): readonly number[] | undefined {
    const { refused } = this;
    const demands =
      refused < 0 ? this.demands : this.demands.map((demand) => demand.filter((each) => each !== refused));
    const next = hittingSet(demands, this.weights, () => {
      this.effort.judged(1);
      return !this.effort.isSpent;
    });
    return next !== undefined && this.costOf(next) <= this.most ? next : undefined;
  }

  private isForbidden(bad: BadExecution, repairs: Iterable<Repair>): boolean {
    this.effort.judged(bad.trace.events.length);
    return bad.isForbidden(repairs);
  }

  private costOf(chosen: readonly number[]): number {
    const { cost = costOf } = this.options;
    return chosen.reduce((sum, each) => sum + cost(this.candidates[each]!), 0);
  }

  /** Returns candidates of which at least one is needed, in addition to the chosen ones, to forbid the execution. */
  private demandOf(bad: BadExecution): Demand {
    const kept = new Set(this.chosen);
    const demand: number[] = [];
    for (const candidate of this.candidatesFor(bad)) {
      if (kept.has(candidate)) continue;
      kept.add(candidate);
      if (
        !this.isForbidden(
          bad,
          [...kept].map((each) => this.candidates[each]!),
        )
      )
        continue;
      kept.delete(candidate);
      demand.push(candidate);
    }
    return demand;
  }

  /** Returns the candidates that affect the execution, the least wanted first. */
  private candidatesFor(bad: BadExecution): readonly number[] {
    const { states, events } = bad.trace;
    const found = new Set<number>();
    for (const [i, event] of events.entries()) {
      const { kind: operation, site, role, isOfLibrary } = states.labels.get(states.label[event.state]!);
      if (site === undefined || role !== undefined || isOfLibrary) continue;
      const variable = bad.variableAt(i);
      const neighbours = { before: neighbour(bad, i, -1), after: neighbour(bad, i, 1) };
      const order = orderOf(states, event);
      for (const repair of this.options.candidates({ operation, site, order, variable, neighbours })) {
        if (bad.eventsOf(repair).length > 0) found.add(this.numberOf(repair));
      }
    }
    return [...found].toSorted((a, b) => b - a);
  }

  private numberOf(repair: Repair): number {
    const key = repairKey(repair);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const { cost = costOf, isAvoided, isLast } = this.options;
    const number = this.candidates.push(repair) - 1;
    this.weights.push(
      cost(repair) * UNIT +
        effortOf(repair) +
        (isAvoided?.(repair) === true ? AVOIDED : 0) +
        (isLast?.(repair) === true ? LAST : 0),
    );
    this.numbers.set(key, number);
    return number;
  }

  private found(limits: readonly Limit[]): RepairResult {
    const { repairs } = this;
    return {
      outcome: 'repaired',
      repairs: repairs.map((repair) => {
        const others = repairs.filter((each) => each !== repair);
        return { repair, forbids: this.known.find((bad) => !bad.isForbidden(others))! };
      }),
      cost: this.costOf(this.chosen),
      alternatives: [],
      accesses: this.accesses,
      limits,
    };
  }
}
