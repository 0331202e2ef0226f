import type { ModelName } from '@fencepost/core';
import {
  LocalStates,
  REFERENCE_MODEL,
  isFencepostError,
  isTotalStoreOrder,
  modelNamed,
  withoutBounds,
} from '@fencepost/core';
import { JointSearch } from '@fencepost/explore';
import type { JointFailure } from '@fencepost/explore';
import { breathing } from './part.js';
import type { GraphSearch } from './graph-search.js';
import type { Searching, Stop } from './searching.js';

/** Number of operations that the search of graphs executes before joint states are tried for the first time. */
const FIRST_OPERATIONS = 1 << 18;
/** The same where graphs have shown that the model is not SC: joint states can then only find a failure that SC has. */
const FIRST_OPERATIONS_OF_UNORDERED = 1 << 20;
/** Factor by which this number grows from one attempt to the next. */
const GROWTH = 2;
/** Attempts explore one joint state for this many operations of graphs. */
const OPERATIONS_PER_STATE = 64;
/** The same where joint states can no longer decide the model, but may still find a failure that SC has. */
const OPERATIONS_PER_STATE_OF_UNORDERED = 512;

/** If graphs are estimated to explore at most this many times what they have so far, they are left to it. */
const TIMES_TO_END = 4;
/** Maximum number of attempts that are left out in a row. */
const MOST_WAITED = 3;

/** Maximum number of joint states: some 200 MB. */
const MOST_STATES = 1 << 22;
/** Maximum number of joint states of a program of which graphs have explored all but long loops. */
const MOST_STATES_BEYOND = 1 << 13;
/** Maximum number of joint states of a program whose executions are too long for graphs. */
const MOST_STATES_OF_LONG = 1 << 21;

/** What joint states have shown: nothing fails under SC. */
interface Decided {
  /** Number of joint states. */
  readonly count: number;
  /** Whether a bound cut threads off. */
  readonly isBounded: boolean;
  /** Whether threads can go on for ever, although an end can always be reached. */
  readonly isEndless: boolean;
  readonly hasDataRaces: boolean;
  /** Whether all executions of every model are SC (`JointSearch.isOrdered`). */
  readonly isOrdered: boolean;
  /** Whether those of total store order are. */
  readonly isTriangleFree: boolean;
}

/** The state of a decision, as plain JSON. */
export interface SavedJointDecision {
  /** Number of operations of graphs before the next attempt. */
  readonly goal: number;
  readonly decided: Decided | null;
  /** Number of attempts left out in a row. */
  readonly waited: number;
  /** The estimated number of executions with which the search of graphs ends; 0 if there is none. */
  readonly end: number;
}

/** Decides SC by joint states if there are too many executions (docs/internals/decisions/0062). */
export class JointDecision {
  decided: Decided | null;
  /** Local states of joint states, if there are any. */
  states: LocalStates | undefined;
  private readonly graphStates: LocalStates;
  private readonly stop: Stop;
  /** Whether data races are failures. */
  private readonly races: boolean;
  private search: JointSearch | undefined;
  private goal: number;
  /** Number of attempts left out in a row, as the search of graphs seemed to end soon. */
  private waited: number;
  /** The estimated number of executions with which the search of graphs ends; 0 if there is none. */
  private end: number;

  constructor(states: LocalStates, stop: Stop, races: boolean, saved: SavedJointDecision | undefined) {
    this.graphStates = states;
    this.stop = stop;
    this.races = races;
    this.decided = saved?.decided ?? null;
    this.goal = saved?.goal ?? FIRST_OPERATIONS;
    this.waited = saved?.waited ?? 0;
    this.end = saved?.end ?? 0;
  }

  /** Number of joint states explored so far. */
  get tried(): number {
    return this.search?.count ?? 0;
  }

  get failure(): JointFailure | undefined {
    return this.search?.failure;
  }

  /** Whether a search of graphs has found so many executions that their joint states are worth a try. */
  isDue({ operations }: GraphSearch): boolean {
    return operations >= FIRST_OPERATIONS;
  }

  save(): SavedJointDecision {
    const { goal, decided, waited, end } = this;
    return { goal, decided, waited, end };
  }

  /** Runs the search of graphs, and tries joint states from time to time, until either of them is over. */
  *run(graphs: GraphSearch, enough: () => boolean): Searching<void> {
    while (!this.isOver()) {
      const isDue = (): boolean => graphs.operations >= this.goalFor(graphs);
      try {
        yield* graphs.run(() => isDue() || enough());
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        yield* this.explore(graphs, () => MOST_STATES_OF_LONG);
        if (!this.isOver()) throw error;
        return;
      }
      if (graphs.spent || enough() || this.isStopped()) return;
      if (graphs.complete) {
        if (this.isCutInLoop()) yield* this.explore(graphs, () => Math.max(MOST_STATES_BEYOND, this.mostFor(graphs)));
        return;
      }
      if (!isDue()) return;
      const goal = this.goalFor(graphs);
      if (this.mayWait(goal) && this.endsSoon(graphs)) this.waited++;
      else {
        this.waited = 0;
        yield* this.explore(graphs, () => this.mostFor(graphs));
      }
      if (!this.isStopped()) this.goal = goal * GROWTH;
    }
  }

  /**
   * Whether an attempt may be left out. The first one takes as long as an estimate. After two in a row the search would
   * be over if the estimate were right; a third one allows for an estimate that is somewhat too low.
   */
  private mayWait(goal: number): boolean {
    return goal > FIRST_OPERATIONS && this.waited < MOST_WAITED;
  }

  /**
   * Whether graphs are estimated to end soon. An estimate, which takes as long as an attempt, serves until graphs exceed it
   * if it says yes, and for two attempts if it says no.
   */
  private endsSoon(graphs: GraphSearch): boolean {
    const { executions } = graphs;
    const isKnown = executions < this.end;
    if (!isKnown) this.end = graphs.estimatedEnd();
    if (this.end <= TIMES_TO_END * executions) return true;
    if (isKnown || this.end === Infinity) this.end = 0;
    return false;
  }

  private isOver(): boolean {
    return this.decided !== null || this.failure !== undefined;
  }

  /** Whether graphs have left nothing out but further iterations of loops. */
  private isCutInLoop(): boolean {
    const limits = this.graphStates.limits(REFERENCE_MODEL);
    return limits.length > 0 && limits.every(({ isOfLoop }) => isOfLoop === true);
  }

  /** Returns the number of operations of graphs before the next attempt. */
  private goalFor({ anyViolation }: GraphSearch): number {
    return anyViolation ? Math.max(this.goal, FIRST_OPERATIONS_OF_UNORDERED) : this.goal;
  }

  /** Returns how many joint states this search of graphs is worth so far. */
  private mostFor({ model, operations }: GraphSearch): number {
    const canDecide = model === REFERENCE_MODEL || this.search === undefined || isSequential(this.search, model);
    return Math.min(MOST_STATES, operations / (canDecide ? OPERATIONS_PER_STATE : OPERATIONS_PER_STATE_OF_UNORDERED));
  }

  private isStopped(): boolean {
    return this.stop.reason !== undefined;
  }

  /** `most` is asked for each joint state: each may show that joint states cannot decide the model. */
  private *explore(graphs: GraphSearch, most: () => number): Searching<void> {
    const { program } = this.graphStates;
    // Results of calls depend on more than what joint states know.
    if (program.calls !== undefined) return;
    // States of its own: graphs forget theirs, and have stores that are assumed to be unseen.
    this.states ??= new LocalStates(withoutBounds(program));
    const search = (this.search ??= new JointSearch(this.states, {
      races: true,
      triangles: program.standard === 'C11',
    }));
    const isDue = breathing();
    while (!this.isStopped() && search.advance(most())) if (isDue()) yield graphs.present;
    // Only graphs show an execution with a data race.
    const isOpen = this.races && search.mayRace;
    if (search.failure === undefined && search.ends > 0 && search.isComplete && search.alwaysEnds && !isOpen) {
      const { count, anyCut: isBounded, isEndless, mayRace: hasDataRaces, isOrdered, isTriangleFree } = search;
      this.decided = { count, isBounded, isEndless, hasDataRaces, isOrdered, isTriangleFree };
    }
  }
}

/** Whether joint states have shown, so far, that all executions of the model are SC. */
export function isSequential(shown: Pick<Decided, 'isOrdered' | 'isTriangleFree'>, model: ModelName): boolean {
  return shown.isOrdered || (shown.isTriangleFree && isTotalStoreOrder(modelNamed(model)));
}

/** Whether an execution has more events than a graph. */
export function isTooLarge(error: unknown): boolean {
  return isFencepostError(error) && error.code === 'TOO_LARGE';
}
