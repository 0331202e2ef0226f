import type { CountedFailure, Failure, LocalStates, Schedule } from '@fencepost/core';
import { failureKey, linearise, sameFailure } from '@fencepost/core';
import type { Execution, Frontier, GraphExploration, GraphOptions, Job, SavedPool } from '@fencepost/explore';
import { JobPool, exploreGraphs, failuresOf } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';
import { causeOf, shortestCycle } from '@fencepost/report';
import type { CheckedModel } from './program-check.js';
import type { Searching, Stop } from './searching.js';
import { failingThread } from './shorten.js';

/** Executions of the first part, and of parts later on: small enough to stop soon, large enough to be worth a start. */
const FIRST_PART = 256;
const LARGEST_PART = 1 << 14;
/** Executions of a part that are looked at together when one is to be found again. */
const PIECE = 512;
/** Nobody needs an estimate of a search that is over in no time. */
const SECONDS_UNTIL_ESTIMATE = 0.2;
/** An execution to be shown is the simplest of so many. */
const CANDIDATES = 32;

/** A part of the search that was explored: its job (null: the whole search), and how many executions of it. */
interface Part {
  readonly job: Job | null;
  readonly size: number;
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
  readonly events: number;
  readonly seconds: number;
  readonly parts: number;
  readonly pool: SavedPool;
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
  readonly model: CheckedModel;
  executions = 0;
  blocked = 0;
  events = 0;
  seconds = 0;
  private parts = 0;
  private readonly states: LocalStates;
  private readonly options: GraphSearchOptions;
  private readonly pool: JobPool;
  private readonly foundFailures = new Map<string, FoundFailure>();
  private readonly foundViolations = new Map<string, FoundViolation>();

  constructor(states: LocalStates, model: CheckedModel, options: GraphSearchOptions) {
    this.states = states;
    this.model = model;
    this.options = options;
    const { saved, seed } = options;
    this.pool = saved === undefined ? new JobPool(seed) : JobPool.restore(saved.pool);
    if (saved === undefined) return;
    ({ executions: this.executions, blocked: this.blocked, events: this.events, seconds: this.seconds } = saved);
    this.parts = saved.parts;
    for (const found of saved.failures) this.foundFailures.set(failureKey(found.failure), found);
    for (const [key, violation] of saved.violations) this.foundViolations.set(key, violation);
  }

  save(): SavedSearch {
    const { executions, blocked, events, seconds, parts } = this;
    return {
      executions,
      blocked,
      events,
      seconds,
      parts,
      pool: this.pool.save(),
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

  /** Has an estimate made, or made better. */
  sample(): void {
    this.pool.sample(this.states, this.model);
  }

  /** Explores until the end, the budget, `enough`, or until told to stop; to be called again for more. */
  *run(enough: () => boolean = () => false): Searching<void> {
    const { stop } = this.options;
    while (!this.complete && !this.spent && stop.reason === undefined && !enough()) {
      this.explorePart();
      const { model, executions, blocked } = this;
      yield { model, executions, blocked, estimate: this.estimate, preemptions: undefined };
    }
  }

  private explorePart(): void {
    const started = performance.now();
    const left = this.options.budget - this.executions - this.blocked;
    const size = Math.min(FIRST_PART * 2 ** Math.min(this.parts++, 30), LARGEST_PART, left);
    const job = this.pool.next().job ?? null;
    const part = { job, size };
    const violations = new Map<string, number>();
    const found = this.explore(job === null ? undefined : [job], size, this.watch(violations));
    this.pool.done(found.executions, found.blocked, found.rest);
    if (this.seconds >= SECONDS_UNTIL_ESTIMATE) this.sample();
    this.executions += found.executions;
    this.blocked += found.blocked;
    this.events += found.events;
    for (const failure of found.failures) this.addFailure(failure, part);
    for (const [key, executions] of violations) this.addViolation(key, executions, part);
    if (!this.options.all && found.nonSequential > 0 && this.foundViolations.size === 0) {
      this.foundViolations.set(ANY, { executions: null, part });
    }
    this.seconds += (performance.now() - started) / 1000;
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

  /** Executions that are not SC, for each kind with executions that show it; the most frequent come first. */
  violations(): { readonly executions: number | null; readonly schedules: readonly Schedule[] }[] {
    return [...this.foundViolations]
      .toSorted(([, a], [, b]) => (b.executions ?? 0) - (a.executions ?? 0))
      .map(([key, { executions, part }]) => ({
        executions,
        schedules: this.find(part, this.model, {
          has: ({ nonSequential }) => nonSequential > 0,
          complete: (execution) => !execution.sequential && (key === ANY || keyOf(execution) === key),
          blocked: () => false,
        }),
      }));
  }

  /** Executions that fail so, as schedules for this model or for one that has all executions of this one. */
  failing(failure: Failure, model = this.model): readonly Schedule[] {
    const known = this.foundFailures.get(failureKey(failure));
    if (known === undefined) return [];
    const key = failureKey(failure);
    const isThis = (each: Failure): boolean => failureKey(each) === key;
    return this.find(known.part, model, {
      has: ({ failures }) => failures.some(isThis),
      complete: (execution) => failuresOf(execution).some(isThis),
      // How it ends says nothing; that a thread failed on the way does.
      blocked: (execution) => failingThread(execution.trace(), failure) !== undefined,
    });
  }

  /**
   * Explores a part again and takes down the first executions that are wanted: piece by piece, as it takes long to look at
   * each execution, but only those pieces that have any.
   */
  private find({ job, size }: Part, model: CheckedModel, wanted: Wanted): Schedule[] {
    const schedules: Schedule[] = [];
    // Not the trace itself: the local states that it refers to may be forgotten.
    const keep = (execution: Execution): number => schedules.push(linearise(execution.trace(), model)!);
    const looking: Watching = {
      onExecution: (execution) => wanted.complete(execution) && keep(execution),
      onBlocked: (execution) => wanted.blocked(execution) && keep(execution),
      until: () => schedules.length >= CANDIDATES,
    };
    let from = job === null ? undefined : [job];
    for (let left = size; left > 0 && schedules.length < CANDIDATES; left -= PIECE) {
      const piece = this.explore(from, PIECE);
      if (wanted.has(piece)) this.explore(from, PIECE, looking);
      if (piece.rest.length === 0) break;
      from = [...piece.rest];
    }
    return schedules;
  }

  private explore(from: Frontier | undefined, budget: number, watching: Watching = {}): GraphExploration {
    const { model } = this;
    return exploreGraphs(this.states, { model, budget, ...(from && { from }), ...watching });
  }
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
