import type { CountedFailure, Failure, LocalStates, ModelName, Schedule, Trace } from '@fencepost/core';
import { CUT, failureKey, linearise, sameFailure } from '@fencepost/core';
import type { Execution, Explored, Frontier, GraphExploration, GraphOptions, Job, SavedPool } from '@fencepost/explore';
import { JobPool, exploringGraphs, failuresOf } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';
import { clock } from '../clock.js';
import { causeOf, shortestCycle } from '../explain/cycle.js';
import type { SearchProgress } from './search-progress.js';
import type { Searching, Stop } from './searching.js';
import { failingThread } from '../explain/shorten.js';

/** Executions of the first part, and of parts later on: small enough to stop soon, large enough to be worth a start. */
const FIRST_PART = 256;
const LARGEST_PART = 1 << 14;
/** Operations after which a part ends: where executions are long, fewer of them are to be explored again. */
const PART_OPERATIONS = 1 << 18;
/** Executions of a part that are looked at together when one is to be found again, unless they have so many operations. */
const PIECE = 512;
const PIECE_OPERATIONS = 1 << 17;
/** After so long, whoever watches gets a turn: one execution may take as long as thousands of another program. */
const BREATH_MILLISECONDS = 20;
/** Nobody needs an estimate of a search that is over in no time. */
const SECONDS_UNTIL_ESTIMATE = 0.2;
/** An estimate takes this part of the time at most, and at the end of a search so many seconds. */
const ESTIMATING_PART = 0.25;
const SECONDS_FOR_ESTIMATE = 0.5;
/** A search that is stopped may look so long for the best executions to show; then it takes what it can get. */
const GRACE_MILLISECONDS = 2000;
/** An execution to be shown is the simplest of so many; of fewer if these have so many steps together. */
const CANDIDATES = 32;
const CANDIDATE_STEPS = 1 << 14;

/** A part of the search: its job (null: the whole search), and how many executions of it are explored at most. */
interface Part {
  readonly job: Job | null;
  readonly size: number;
}

/** A part that was not explored to its end. It is before anything else, so that what is found does not depend on it. */
interface CutPart {
  readonly part: Part;
  /** Of it, so far. */
  readonly explored: Explored;
  /** The rest of it: so many jobs, the last ones of the pool. */
  readonly jobs: number;
}

interface FoundFailure {
  readonly failure: CountedFailure;
  /** Where it was seen first. */
  readonly part: Part;
}

interface FoundViolation {
  /** null: not counted. */
  readonly executions: number | null;
  readonly part: Part;
}

/** Where a search stands, as plain JSON. */
export interface SavedSearch {
  readonly executions: number;
  readonly blocked: number;
  readonly assumed: number;
  readonly events: number;
  readonly seconds: number;
  readonly parts: number;
  readonly pool: SavedPool;
  readonly cut: CutPart | null;
  readonly failures: readonly FoundFailure[];
  readonly violations: readonly (readonly [key: string, violation: FoundViolation])[];
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

/** Explores a program under a model, in parts, and finds executions again that are worth showing. */
export class GraphSearch {
  readonly model: ModelName;
  executions = 0;
  blocked = 0;
  /** Blocked because an assumption does not hold. */
  assumed = 0;
  events = 0;
  seconds = 0;
  private parts = 0;
  private cut: CutPart | null = null;
  private secondsOfEstimates = 0;
  /** When grace ends, once the search is stopped; and whether anything has been found to show by then. */
  private graceEnds: number | undefined;
  private hasShown = false;
  private readonly states: LocalStates;
  private readonly options: GraphSearchOptions;
  private readonly pool: JobPool;
  private readonly foundFailures = new Map<string, FoundFailure>();
  private readonly foundViolations = new Map<string, FoundViolation>();

  constructor(states: LocalStates, model: ModelName, options: GraphSearchOptions) {
    this.states = states;
    this.model = model;
    this.options = options;
    const { saved, seed } = options;
    this.pool = saved === undefined ? new JobPool(seed) : JobPool.restore(saved.pool);
    if (saved === undefined) return;
    ({ executions: this.executions, blocked: this.blocked, events: this.events, seconds: this.seconds } = saved);
    this.assumed = saved.assumed;
    this.parts = saved.parts;
    this.cut = saved.cut;
    for (const found of saved.failures) this.foundFailures.set(failureKey(found.failure), found);
    for (const [key, violation] of saved.violations) this.foundViolations.set(key, violation);
  }

  save(): SavedSearch {
    const { executions, blocked, assumed, events, seconds, parts, cut } = this;
    return {
      executions,
      blocked,
      assumed,
      events,
      seconds,
      parts,
      pool: this.pool.save(),
      cut,
      failures: [...this.foundFailures.values()],
      violations: [...this.foundViolations],
    };
  }

  get complete(): boolean {
    return this.pool.isEmpty;
  }

  get spent(): boolean {
    return this.executions + this.blocked >= this.options.budget;
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
    const { budget, stop } = this.options;
    const left = budget - this.executions - this.blocked;
    const { estimate } = this;
    const { part, before, from } = this.cut === null ? this.nextPart(left) : this.goOnWith(this.cut);
    const violations = new Map<string, number>();
    const isLong = ({ operations }: Explored): boolean => before.operations + operations >= PART_OPERATIONS;
    const found = yield* this.explore(
      from,
      Math.min(part.size - sizeOf(before), left),
      { ...this.watch(violations), until: (explored) => isLong(explored) || stop.reason !== undefined },
      (explored) => this.progress(estimate, explored),
    );
    this.pool.done(found.executions, found.blocked, found.rest);
    const explored = sum(before, found);
    const isOver = found.rest.length === 0 || isLong(found) || sizeOf(explored) >= part.size;
    this.cut = isOver ? null : { part, explored, jobs: found.rest.length };
    const secondsToEstimate = ESTIMATING_PART * this.seconds - this.secondsOfEstimates;
    if (this.seconds >= SECONDS_UNTIL_ESTIMATE) this.sample(secondsToEstimate);
    this.executions += found.executions;
    this.blocked += found.blocked;
    this.assumed += found.assumed;
    this.events += found.events;
    for (const failure of found.failures) this.addFailure(failure, part);
    for (const [key, executions] of violations) this.addViolation(key, executions, part);
    if (!this.options.all && found.nonSequential > 0 && this.foundViolations.size === 0) {
      this.foundViolations.set(ANY, { executions: null, part });
    }
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
  private watch(violations: Map<string, number>): Watching {
    const { all, onExecution } = this.options;
    if (!all) return onExecution ? { onExecution, onBlocked: onExecution } : {};
    return {
      onExecution: (execution) => {
        onExecution?.(execution);
        if (execution.sequential) return;
        const key = keyOf(execution);
        violations.set(key, (violations.get(key) ?? 0) + 1);
      },
      ...(onExecution && { onBlocked: onExecution }),
    };
  }

  private addFailure(failure: CountedFailure, part: Part): void {
    const key = failureKey(failure);
    const known = this.foundFailures.get(key);
    const executions = failure.executions + (known?.failure.executions ?? 0);
    const merged = { ...sameFailure(known?.failure ?? failure, failure), executions };
    this.foundFailures.set(key, { failure: merged, part: known?.part ?? part });
  }

  private addViolation(key: string, executions: number, part: Part): void {
    const known = this.foundViolations.get(key);
    this.foundViolations.set(key, {
      executions: executions + (known?.executions ?? 0),
      part: known?.part ?? part,
    });
  }

  get failures(): readonly CountedFailure[] {
    return [...this.foundFailures.values()].map(({ failure }) => failure);
  }

  /** Does some execution fail so? null: not decided within the budget. */
  *decide(failure: Failure): Searching<boolean | null> {
    const key = failureKey(failure);
    yield* this.run(() => this.foundFailures.has(key));
    return this.foundFailures.has(key) ? true : this.complete ? false : null;
  }

  get anyViolation(): boolean {
    return this.foundViolations.size > 0;
  }

  /** Executions that are not SC, for each kind with executions that show it; the most frequent come first. */
  *violations(): Searching<FoundAgain[]> {
    const found: FoundAgain[] = [];
    const known = [...this.foundViolations].toSorted(([, a], [, b]) => (b.executions ?? 0) - (a.executions ?? 0));
    for (const [key, { executions, part }] of known) {
      const schedules = yield* this.find(part, this.model, {
        has: ({ nonSequential }) => nonSequential > 0,
        complete: (execution) => !execution.sequential && (key === ANY || keyOf(execution) === key),
        blocked: () => false,
      });
      if (schedules.length > 0) found.push({ executions, schedules });
    }
    return found;
  }

  /** Executions that fail so, as schedules for this model or for one that has all executions of this one. */
  *failing(failure: Failure, model = this.model): Searching<readonly Schedule[]> {
    const known = this.foundFailures.get(failureKey(failure));
    if (known === undefined) return [];
    const key = failureKey(failure);
    const isThis = (each: Failure): boolean => failureKey(each) === key;
    return yield* this.find(known.part, model, {
      has: ({ failures }) => failures.some(isThis),
      complete: (execution) => failuresOf(execution).some(isThis),
      // How it ends says nothing; what went wrong on the way does.
      blocked: (execution) => {
        const trace = execution.trace();
        return failingThread(trace, failure) !== undefined || (wasCut(trace) && failuresOf(execution).some(isThis));
      },
    });
  }

  /**
   * Explores a part again and takes down the first executions that are wanted: piece by piece, as it takes long to look at
   * each execution, but only those pieces that have any. None if there is no time left, and something else to show.
   */
  private *find({ job, size }: Part, model: ModelName, wanted: Wanted): Searching<Schedule[]> {
    const schedules: Schedule[] = [];
    // Not the trace itself: the local states that it refers to may be forgotten.
    let steps = 0;
    const keep = (execution: Execution): void => {
      const schedule = linearise(execution.trace(), model)!;
      schedules.push(schedule);
      steps += schedule.length;
    };
    const isEnough = (): boolean =>
      schedules.length >= CANDIDATES ||
      steps >= CANDIDATE_STEPS ||
      ((schedules.length > 0 || this.hasShown) && this.graceIsOver());
    const looking: Watching = {
      onExecution: (execution) => {
        if (wanted.complete(execution)) keep(execution);
      },
      onBlocked: (execution) => {
        if (wanted.blocked(execution)) keep(execution);
      },
    };
    const isLong = ({ operations }: Explored): boolean => operations >= PIECE_OPERATIONS;
    let from = job === null ? undefined : [job];
    let seen = NOTHING;
    while (sizeOf(seen) < size && seen.operations < PART_OPERATIONS && !isEnough()) {
      const piece = yield* this.explore(from, PIECE, { until: (explored) => isLong(explored) || isEnough() });
      if (wanted.has(piece)) yield* this.look(from, sizeOf(piece), looking, isEnough);
      if (piece.rest.length === 0) break;
      from = [...piece.rest];
      seen = sum(seen, piece);
    }
    if (schedules.length > 0) this.hasShown = true;
    return schedules;
  }

  /** Looks at so many executions, or until it is enough. What is left is known, and to take it down again costs more. */
  private *look(
    from: Frontier | undefined,
    size: number,
    watching: Watching,
    isEnough: () => boolean,
  ): Searching<void> {
    const { model } = this;
    let left = size;
    const isDue = breathing();
    for (const _ of exploringGraphs(this.states, { model, ...(from && { from }), ...watching })) {
      if (--left === 0 || isEnough()) return;
      if (isDue()) yield this.progress(this.estimate);
    }
  }

  private graceIsOver(): boolean {
    if (this.options.stop.reason === undefined) return false;
    this.graceEnds ??= clock() + GRACE_MILLISECONDS;
    return clock() >= this.graceEnds;
  }

  /** `progress`: where the search is meanwhile. */
  private *explore(
    from: Frontier | undefined,
    budget: number,
    watching: Watching,
    progress = (_: Explored): SearchProgress => this.progress(this.estimate),
  ): Searching<GraphExploration> {
    const { model } = this;
    const exploring = exploringGraphs(this.states, { model, budget, ...(from && { from }), ...watching });
    const isDue = breathing();
    for (;;) {
      const { done, value } = exploring.next();
      if (done === true) return value;
      if (isDue()) yield progress(value);
    }
  }
}

/** Whether it is time to give others a turn. */
function breathing(): () => boolean {
  let rested = clock();
  return () => {
    const now = clock();
    if (now - rested < BREATH_MILLISECONDS) return false;
    rested = now;
    return true;
  };
}

const NOTHING: Explored = { executions: 0, blocked: 0, operations: 0 };

function sizeOf({ executions, blocked }: Explored): number {
  return executions + blocked;
}

function sum(a: Explored, b: Explored): Explored {
  return {
    executions: a.executions + b.executions,
    blocked: a.blocked + b.blocked,
    operations: a.operations + b.operations,
  };
}

interface PartToExplore {
  readonly part: Part;
  /** What of it is explored already. */
  readonly before: Explored;
  readonly from: Frontier | undefined;
}

/** Executions of one kind. */
interface FoundAgain {
  readonly executions: number | null;
  readonly schedules: readonly Schedule[];
}

type Watching = Pick<GraphOptions, 'onExecution' | 'onBlocked' | 'until'>;

/** Which executions are to be found again. */
interface Wanted {
  /** Are there any among these? */
  readonly has: (piece: GraphExploration) => boolean;
  readonly complete: (execution: Execution) => boolean;
  readonly blocked: (execution: Execution) => boolean;
}

/** The key of all violations, where they are not told apart. */
const ANY = '';

/** By which violations are told apart. */
function keyOf(execution: Execution): string {
  const trace = execution.trace();
  return causeOf(trace, shortestCycle(trace)!);
}

function wasCut({ states, last }: Trace): boolean {
  return [...last.values()].some((state) => states.kind[state] === CUT);
}
