import type { CountedFailure, Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import type { Execution, Explored, Frontier, SavedPool } from '@fencepost/explore';
import { JobPool } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';
import { clock } from '../clock.js';
import { Finder } from './find-again.js';
import type { SavedFindings } from './findings.js';
import { Findings, violationKey } from './findings.js';
import type { Part, Watching } from './part.js';
import { NOTHING, PART_OPERATIONS, exploring, sizeOf, sum } from './part.js';
import type { SearchProgress } from './search-progress.js';
import type { Searching, Stop } from './searching.js';

/** Executions of the first part, and of parts later on: small enough to stop soon, large enough to be worth a start. */
const FIRST_PART = 256;
const LARGEST_PART = 1 << 14;
/** Nobody needs an estimate of a search that is over in no time. */
const SECONDS_UNTIL_ESTIMATE = 0.2;
/** An estimate takes this part of the time at most, and at the end of a search so many seconds. */
const ESTIMATING_PART = 0.25;
const SECONDS_FOR_ESTIMATE = 0.25;

/** A part that was not explored to its end. It is before anything else, so that what is found does not depend on it. */
interface CutPart {
  readonly part: Part;
  /** Of it, so far. */
  readonly explored: Explored;
  /** The rest of it: so many jobs, the last ones of the pool. */
  readonly jobs: number;
}

interface PartToExplore {
  readonly part: Part;
  /** What of it is explored already. */
  readonly before: Explored;
  readonly from: Frontier | undefined;
}

/** Where a search stands, as plain JSON. */
export interface SavedSearch {
  readonly findings: SavedFindings;
  readonly seconds: number;
  readonly parts: number;
  readonly pool: SavedPool;
  readonly cut: CutPart | null;
}

export interface GraphSearchOptions {
  /** Executions to explore at most, complete or blocked. */
  readonly budget: number;
  /** Tell all violations apart, and count them. */
  readonly all: boolean;
  readonly seed: number;
  readonly stop: Stop;
  /** Called once for each execution, complete or blocked. */
  readonly onExecution?: (execution: Execution) => void;
  readonly saved?: SavedSearch | undefined;
}

/** Executions of one kind. */
interface FoundAgain {
  readonly executions: number | null;
  readonly schedules: readonly Schedule[];
}

/** Explores a program under a model, in parts, so that it can be watched, stopped, saved and resumed. */
export class GraphSearch {
  readonly model: ModelName;
  seconds: number;
  private parts: number;
  private cut: CutPart | null;
  private secondsOfEstimates = 0;
  private readonly states: LocalStates;
  private readonly options: GraphSearchOptions;
  private readonly pool: JobPool;
  private readonly findings: Findings;
  private readonly finder: Finder;

  constructor(states: LocalStates, model: ModelName, options: GraphSearchOptions) {
    this.states = states;
    this.model = model;
    this.options = options;
    const { saved, seed, stop } = options;
    this.pool = saved === undefined ? new JobPool(seed) : JobPool.restore(saved.pool);
    this.findings = new Findings(saved?.findings);
    this.seconds = saved?.seconds ?? 0;
    this.parts = saved?.parts ?? 0;
    this.cut = saved?.cut ?? null;
    this.finder = new Finder(states, model, stop, () => this.progress(this.estimate));
  }

  save(): SavedSearch {
    const { findings, seconds, parts, pool, cut } = this;
    return { findings: findings.save(), seconds, parts, pool: pool.save(), cut };
  }

  get executions(): number {
    return this.findings.tally.executions;
  }

  get blocked(): number {
    return this.findings.tally.blocked;
  }

  /** Blocked because an assumption does not hold. */
  get assumed(): number {
    return this.findings.tally.assumed;
  }

  get events(): number {
    return this.findings.tally.events;
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

  get spent(): boolean {
    return sizeOf(this.findings.tally) >= this.options.budget;
  }

  /** How many executions there are in all. */
  get estimate(): Estimate | undefined {
    return this.pool.estimate();
  }

  /** Has an estimate made, or made better, in so many seconds at most. */
  sample(seconds = SECONDS_FOR_ESTIMATE): void {
    const started = clock();
    this.pool.sample(this.states, this.model, () => clock() - started >= 1000 * seconds);
    this.secondsOfEstimates += (clock() - started) / 1000;
  }

  /** Explores until the end, the budget, `enough`, or until told to stop; to be called again for more. */
  *run(enough: () => boolean = () => false): Searching<void> {
    const { stop } = this.options;
    while (!this.complete && !this.spent && stop.reason === undefined && (this.cut !== null || !enough())) {
      yield* this.explorePart();
      yield this.progress(this.estimate);
    }
  }

  private progress(estimate: Estimate | undefined, more: Explored = NOTHING): SearchProgress {
    const [executions, blocked] = [this.executions + more.executions, this.blocked + more.blocked];
    return { model: this.model, executions, blocked, estimate, preemptions: undefined };
  }

  private *explorePart(): Searching<void> {
    const started = clock();
    const { states, model, estimate } = this;
    const { budget, stop, all } = this.options;
    const left = budget - sizeOf(this.findings.tally);
    const { part, before, from } = this.cut === null ? this.nextPart(left) : this.goOnWith(this.cut);
    const violations = all ? new Map<string, number>() : undefined;
    const isLong = ({ operations }: Explored): boolean => before.operations + operations >= PART_OPERATIONS;
    const piece = {
      ...{ states, model, from, budget: Math.min(part.size - sizeOf(before), left) },
      ...this.watch(violations),
      until: (explored: Explored) => isLong(explored) || stop.reason !== undefined,
    };
    const found = yield* exploring(piece, (explored) => this.progress(estimate, explored));
    this.pool.done(found.executions, found.blocked, found.rest);
    const explored = sum(before, found);
    const isOver = found.rest.length === 0 || isLong(found) || sizeOf(explored) >= part.size;
    this.cut = isOver ? null : { part, explored, jobs: found.rest.length };
    const secondsToEstimate = ESTIMATING_PART * this.seconds - this.secondsOfEstimates;
    if (this.seconds >= SECONDS_UNTIL_ESTIMATE) this.sample(secondsToEstimate);
    this.findings.add(part, found, violations);
    this.seconds += (clock() - started) / 1000;
  }

  private nextPart(left: number): PartToExplore {
    const size = Math.min(FIRST_PART * 2 ** Math.min(this.parts++, 30), LARGEST_PART, left);
    const job = this.pool.next().job ?? null;
    return { part: { job, size }, before: NOTHING, from: job === null ? undefined : [job] };
  }

  private goOnWith({ part, explored, jobs }: CutPart): PartToExplore {
    return { part, before: explored, from: this.pool.takeBack(jobs) };
  }

  /** What to do with each execution: nothing, unless it is asked for. That is quickest. */
  private watch(violations: Map<string, number> | undefined): Watching {
    const { onExecution } = this.options;
    if (violations === undefined) return onExecution ? { onExecution, onBlocked: onExecution } : {};
    return {
      onExecution: (execution) => {
        onExecution?.(execution);
        if (execution.sequential) return;
        const key = violationKey(execution);
        violations.set(key, (violations.get(key) ?? 0) + 1);
      },
      ...(onExecution && { onBlocked: onExecution }),
    };
  }

  /** Does some execution fail so? null: not decided within the budget. */
  *decide(failure: Failure): Searching<boolean | null> {
    const isFound = (): boolean => this.findings.partOf(failure) !== undefined;
    yield* this.run(isFound);
    return isFound() ? true : this.complete ? false : null;
  }

  /** Executions that are not SC, for each kind with executions that show it; the most frequent come first. */
  *violations(): Searching<FoundAgain[]> {
    const found: FoundAgain[] = [];
    const known = [...this.findings.violations].toSorted(([, a], [, b]) => (b.executions ?? 0) - (a.executions ?? 0));
    for (const [key, { executions, part }] of known) {
      const schedules = yield* this.finder.violating(part, key);
      if (schedules.length > 0) found.push({ executions, schedules });
    }
    return found;
  }

  /** Executions that fail so, as schedules for this model or for one that has all executions of this one. */
  *failing(failure: Failure, model = this.model): Searching<readonly Schedule[]> {
    const part = this.findings.partOf(failure);
    return part === undefined ? [] : yield* this.finder.failing(part, failure, model);
  }
}
