import type { CountedFailure, Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import type { Explored, SavedPool } from '@fencepost/explore';
import { JobPool } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';
import { clock } from '../clock.js';
import type { Dispatcher, SecondsLeft } from './dispatcher.js';
import { Finder } from './find-again.js';
import type { SavedFindings } from './findings.js';
import { Findings } from './findings.js';
import type { Part } from './part.js';
import { FIRST_PART, LARGEST_PART, NOTHING, PART_OPERATIONS, sizeOf, sum } from './part.js';
import type { SearchProgress } from './search-progress.js';
import type { UnorderedQuestion } from './unordered-accesses.js';
import type { Searching, Stop } from './searching.js';
import type { Found, Questions } from './task.js';
import { doTask } from './task.js';
import { OpenPart, WINDOW, Window } from './window.js';

/**
 * Minimum duration of a search with an estimate, in seconds. A shorter search is over before an estimate could be read.
 */
const SECONDS_UNTIL_ESTIMATE = 3;
/** Maximum fraction of the search time spent on estimates, and maximum time for the final estimate, in seconds. */
const ESTIMATING_PART = 0.05;
const SECONDS_FOR_ESTIMATE = 0.25;
/** Maximum time for an estimate that decides whether helpers are worth it, in seconds. */
const SECONDS_TO_CONSIDER = 0.05;

/** The state of a search, as plain JSON. */
export interface SavedSearch {
  readonly findings: SavedFindings;
  readonly seconds: number;
  readonly parts: number;
  readonly pool: SavedPool;
  /** Open parts in the order in which they were taken. */
  readonly window: readonly { readonly part: Part; readonly explored: Explored }[];
}

export interface GraphSearchOptions {
  /** The maximum number of executions to explore, complete or blocked. */
  readonly budget: number;
  /** Distinguish all violations, and count them. */
  readonly all: boolean;
  readonly races?: boolean;
  readonly unordered?: UnorderedQuestion | null;
  readonly seed: number;
  readonly stop: Stop;
  /** Called with the results of each part, in the order of the parts. */
  readonly onFound?: (found: Found) => void;
  /** Distributes parts to other explorers. */
  readonly dispatcher?: Dispatcher | undefined;
  /**
   * Count results of other explorers as they arrive. A failure may be found sooner, but not the same one in each run.
   */
  readonly first?: boolean;
  readonly saved?: SavedSearch | undefined;
}

/** Executions of one kind, with examples. */
interface FoundAgain {
  readonly executions: number | null;
  readonly schedules: readonly Schedule[];
}

/** Explores a program under a model, in parts, so that it can be observed, stopped, saved and resumed. */
export class GraphSearch {
  readonly model: ModelName;
  seconds: number;
  private parts: number;
  private readonly window: Window;
  private readonly questions: Questions;
  private secondsOfEstimates = 0;
  private readonly states: LocalStates;
  private readonly options: GraphSearchOptions;
  private readonly pool: JobPool;
  private readonly findings: Findings;
  private readonly finder: Finder;
  /** Number of executions that an earlier run explored. */
  private readonly resumed: number;

  constructor(states: LocalStates, model: ModelName, options: GraphSearchOptions) {
    this.states = states;
    this.model = model;
    this.options = options;
    const { saved, seed, stop, all, races = false, unordered = null } = options;
    this.questions = { model, all, races, unordered };
    this.pool = saved === undefined ? new JobPool(seed) : JobPool.restore(saved.pool);
    this.findings = new Findings(saved?.findings);
    this.resumed = this.findings.tally.executions;
    this.seconds = saved?.seconds ?? 0;
    this.parts = saved?.parts ?? 0;
    this.window = new Window(options.dispatcher);
    saved?.window.forEach(({ part, explored }, i) => {
      this.window.parts.push(new OpenPart(part, this.pool.taken[i]!, explored));
    });
    this.finder = new Finder(states, model, stop, () => this.progress(this.estimate));
  }

  save(): SavedSearch {
    const { findings, seconds, parts, pool } = this;
    const window = this.window.parts.map(({ part, explored }) => ({ part, explored }));
    return { findings: findings.save(), seconds, parts, pool: pool.save(), window };
  }

  get executions(): number {
    return this.findings.tally.executions;
  }

  /** Number of executions that the explored ones stand for. */
  get total(): number {
    return this.findings.tally.total;
  }

  get blocked(): number {
    return this.findings.tally.blocked;
  }

  /** Number of executions blocked because an assumption does not hold. */
  get assumed(): number {
    return this.findings.tally.assumed;
  }

  get events(): number {
    return this.findings.tally.events;
  }

  /** Number of operations of all executions, a measure of effort. */
  get operations(): number {
    return this.findings.tally.operations;
  }

  get failures(): readonly CountedFailure[] {
    return this.findings.tally.failures;
  }

  get anyViolation(): boolean {
    return this.findings.violations.size > 0;
  }

  get complete(): boolean {
    return this.pool.isEmpty;
  }

  /** Whether every execution was explored, and none omitted because of its preemptions. */
  get isExhaustive(): boolean {
    return this.complete && this.findings.tally.omitted === 0;
  }

  /** The bound on preemptions, if any. */
  get preemptions(): number | undefined {
    return this.states.preemptions;
  }

  get spent(): boolean {
    return sizeOf(this.findings.tally) >= this.options.budget;
  }

  /** The estimated total number of executions, up to symmetry as `executions`. */
  get estimate(): Estimate | undefined {
    return this.preemptions === undefined ? this.pool.estimate() : undefined;
  }

  /** The estimated number of executions that those stand for, as `total`: each to come for as many as each so far. */
  get estimatedTotal(): Estimate | undefined {
    const { estimate, executions, total } = this;
    if (estimate === undefined || executions === 0) return undefined;
    const scaled = (number: number): number =>
      total + Math.round((Math.max(0, number - executions) * total) / executions);
    return { low: scaled(estimate.low), likely: scaled(estimate.likely), high: scaled(estimate.high) };
  }

  /** Creates or refines the estimate, within `seconds`. */
  sample(seconds = SECONDS_FOR_ESTIMATE): void {
    if (this.preemptions !== undefined) return;
    const started = clock();
    this.pool.sample(this.states, this.model, () => clock() - started >= 1000 * seconds);
    this.secondsOfEstimates += (clock() - started) / 1000;
  }

  /**
   * Estimates with how many executions the search ends; Infinity if that is not known, or more than the budget. The answer
   * does not depend on time.
   */
  estimatedEnd(): number {
    if (this.preemptions !== undefined) return Infinity;
    const pool = this.pool.unestimated(this.options.seed);
    pool.sample(this.states, this.model);
    const likely = pool.estimate()?.likely ?? Infinity;
    return likely <= this.options.budget ? likely : Infinity;
  }

  /** Explores until everything is explored, the budget is spent, `enough` holds, or the search is stopped. Can be called again. */
  *run(enough: () => boolean = () => false): Searching<void> {
    const { window } = this;
    const before = clock() - 1000 * this.seconds;
    let hasRun = false;
    while (!this.isOver(enough)) {
      hasRun = true;
      this.fill();
      this.options.dispatcher?.consider(() => this.secondsLeft());
      window.exchange(this.questions);
      const next = this.options.first === true ? (window.anyFound ?? window.first!) : window.first!;
      const idle = next.id === undefined ? undefined : window.arrival();
      if (idle === undefined) this.count(next, next.found ?? (yield* this.explore(next)));
      this.seconds = (clock() - before) / 1000;
      yield { ...this.progress(this.estimate), ...(idle && { idle }) };
    }
    window.recall();
    // A stopped search reports all results.
    if (this.options.stop.reason === undefined) return;
    for (const open of [...window.parts]) if (open.found !== undefined) this.count(open, open.found);
    // Yield first, so that a caller can save the complete state before anything else is done.
    if (hasRun) yield this.progress(this.estimate);
  }

  /** Estimates how long the rest of the search takes in this thread. */
  private secondsLeft(): SecondsLeft {
    this.sample(SECONDS_TO_CONSIDER);
    const { estimate, executions, seconds } = this;
    // With a bound on preemptions there is no estimate.
    if (estimate === undefined || executions === 0) return { low: 0, high: Infinity };
    const secondsUntil = (end: number): number =>
      ((Math.min(end, this.options.budget) - executions) * seconds) / executions;
    return { low: secondsUntil(estimate.low), high: secondsUntil(estimate.high) };
  }

  private isOver(enough: () => boolean): boolean {
    if (this.complete || this.spent || this.options.stop.reason !== undefined) return true;
    // A part that was interrupted comes first, so that results do not depend on the interruption.
    const wasCut = this.window.first !== undefined && sizeOf(this.window.first.explored) > 0;
    return !wasCut && enough();
  }

  /** The progress of the search. */
  get present(): SearchProgress {
    return this.progress(this.estimate);
  }

  private progress(estimate: Estimate | undefined, more: Explored = NOTHING): SearchProgress {
    const [executions, blocked] = [this.executions + more.executions, this.blocked + more.blocked];
    const { model, resumed, preemptions } = this;
    return { model, executions, resumed, blocked, estimate, preemptions };
  }

  /** Takes parts as long as the window and the budget allow it. */
  private fill(): void {
    const { pool, window } = this;
    while (pool.jobs > 0 && window.parts.length < WINDOW) {
      const left = this.options.budget - sizeOf(this.findings.tally) - window.left;
      if (left <= 0) return;
      const size = Math.min(FIRST_PART * 2 ** Math.min(this.parts++, 30), LARGEST_PART, left);
      const taken = pool.take();
      window.parts.push(new OpenPart({ job: taken.frontier?.[0] ?? null, size }, taken));
    }
  }

  private *explore(open: OpenPart): Searching<Found> {
    const { states, estimate, window, questions } = this;
    const isStopped = (): boolean => this.options.stop.reason !== undefined;
    return yield* doTask(states, open.task(questions), isStopped, (explored) => {
      window.exchange(questions);
      return this.progress(estimate, explored);
    });
  }

  /** Counts the results of a part. */
  private count(open: OpenPart, found: Found): void {
    const { pool, window } = this;
    const { part, taken } = open;
    const explored = sum(open.explored, found);
    const isDone = found.rest.length === 0 || explored.operations >= PART_OPERATIONS || sizeOf(explored) >= part.size;
    if (isDone) {
      pool.done(taken, found, found.rest);
      window.remove(open);
    } else {
      pool.explored(taken, found, found.rest);
      open.explored = explored;
    }
    const secondsToEstimate = ESTIMATING_PART * this.seconds - this.secondsOfEstimates;
    if (this.seconds >= SECONDS_UNTIL_ESTIMATE) this.sample(secondsToEstimate);
    this.findings.add(part, found);
    this.options.onFound?.(found);
  }

  /** Decides whether some execution has this failure. Returns null if that is not decided within the budget. */
  *decide(failure: Failure): Searching<boolean | null> {
    const isFound = (): boolean => this.findings.partOf(failure) !== undefined;
    yield* this.run(isFound);
    return isFound() ? true : this.isExhaustive ? false : null;
  }

  /** Returns the kinds of executions that are not SC, with examples, the most frequent kind first. */
  *violations(): Searching<FoundAgain[]> {
    const found: FoundAgain[] = [];
    const known = [...this.findings.violations].toSorted(([, a], [, b]) => (b.executions ?? 0) - (a.executions ?? 0));
    for (const [key, { executions, part }] of known) {
      const schedules = yield* this.finder.violating(part, key);
      if (schedules.length > 0) found.push({ executions, schedules });
    }
    return found;
  }

  /** Returns executions with this failure, as schedules for this model or for a weaker one. */
  *failing(failure: Failure, model = this.model): Searching<readonly Schedule[]> {
    const part = this.findings.partOf(failure);
    return part === undefined ? [] : yield* this.finder.failing(part, failure, model);
  }
}
