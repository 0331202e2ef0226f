import type { LocalStates, ModelName } from '@fencepost/core';
import { Random } from '@fencepost/core';
import type { Learnt } from './dives.js';
import { Dives } from './dives.js';
import type { Explored, Frontier } from './explore-graphs.js';
import type { Job } from './frontier.js';

/** The estimated number of complete executions, most probably between `low` and `high`. */
export interface Estimate {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** A waiting job, and the results of dives into it: their number, mean, and sum of squared deviations. */
interface Waiting {
  /** null: the whole search. */
  readonly job: Job | null;
  dives: number;
  /** If there were no dives: this job's share of the estimate for several jobs; 0 if there is no estimate. */
  mean: number;
  squares: number;
}

/** A pool as plain JSON. */
export interface SavedPool {
  readonly version: 1;
  /** States of the two random generators. */
  readonly random: number;
  readonly order: number;
  readonly executions: number;
  readonly blocked: number;
  readonly dives: number;
  readonly waiting: readonly Readonly<Waiting>[];
  /** Jobs taken but not done yet, in the order they were taken. */
  readonly taken: readonly (readonly Readonly<Waiting>[])[];
}

/** Work taken from a pool: a job or, for a part that was interrupted, the jobs left of it. */
export class Taken {
  /** Jobs in the order of a depth-first search. */
  waiting: Waiting[];

  constructor(waiting: Waiting[]) {
    this.waiting = waiting;
  }

  /** The jobs to explore; undefined for the whole search. */
  get frontier(): Frontier | undefined {
    const jobs = this.waiting.flatMap(({ job }) => job ?? []);
    return jobs.length < this.waiting.length ? undefined : jobs;
  }
}

/** With more jobs than this, the newest is taken, which limits their number. */
const MANY_JOBS = 64;

/** Dives from the root for the first estimate. */
const ROOT_DIVES = 128;
/** Number of first dives into a job, and number of dives added at a time. */
const FIRST_DIVES = 2;
const MORE_DIVES = 8;
/**
 * Dives are fast compared with a search that takes seconds. Dives allowed at first, and executions per further dive.
 */
const DIVES_AT_FIRST = 1024;
const EXECUTIONS_PER_DIVE = 256;
/** Maximum number of dives at one time. */
const MOST_DIVES = 128;

/**
 * Bounds of the estimate around the mean of the dives, as factors on the remaining part: a number of standard errors,
 * and a margin, because dives cannot show that they all miss something. Chosen by measurement
 * (docs/evidence/benchmarks.md).
 */
const ERRORS_BELOW = 1.5;
const FACTOR_BELOW = 1.15;
const ERRORS_ABOVE = 2;
const FACTOR_ABOVE = 1.6;
/**
 * Prior for the variance, because few dives reveal little about it: each job is treated as if it had this many more
 * dives, which deviate from the mean by this many means.
 */
const USUAL_DIVES = 4;
const USUAL_SCATTER = 2;

/**
 * The remaining work of a search that is explored in parts: take a job, explore it within a budget, return the rest of
 * it. Several jobs may be taken at once. Jobs are taken at random, so that an incomplete search has sampled all parts
 * of the space, and a different sample with another seed. `sample` and `estimate` estimate the size of the search.
 */
export class JobPool {
  private readonly random: Random;
  /** Separate from the other generator, so that the order does not depend on the time available for dives. */
  private readonly order: Random;
  private readonly learnt: Learnt = new Map();
  private waiting: Waiting[] = [unknown(null)];
  /** Work in the order it was taken. */
  readonly taken: Taken[] = [];
  private executions = 0;
  private blocked = 0;
  private dives = 0;

  /** Creates a pool for a new search. */
  constructor(seed: number) {
    this.random = new Random(seed);
    this.order = new Random(~seed);
  }

  static restore(saved: SavedPool): JobPool {
    const pool = new JobPool(saved.random);
    pool.order.state = saved.order;
    pool.waiting = saved.waiting.map((waiting) => ({ ...waiting }));
    pool.taken.push(...saved.taken.map((each) => new Taken(each.map((waiting) => ({ ...waiting })))));
    ({ executions: pool.executions, blocked: pool.blocked, dives: pool.dives } = saved);
    return pool;
  }

  /**
   * Returns the pool as JSON. The statistics of dives are not saved: they improve later dives, but are soon learnt
   * again.
   */
  save(): SavedPool {
    const { executions, blocked, dives } = this;
    const waiting = this.waiting.map((each) => ({ ...each }));
    const taken = this.taken.map((each) => each.waiting.map((waiting) => ({ ...waiting })));
    const [random, order] = [this.random.state, this.order.state];
    return { version: 1, random, order, executions, blocked, dives, waiting, taken };
  }

  /** Returns a copy without estimates. What it estimates does not depend on how much time there was for dives. */
  unestimated(seed: number): JobPool {
    const pool = new JobPool(seed);
    pool.waiting = this.unexplored().map(({ job }) => unknown(job));
    ({ executions: pool.executions, blocked: pool.blocked } = this);
    return pool;
  }

  /** Whether everything is explored. */
  get isEmpty(): boolean {
    return this.jobs === 0 && this.taken.length === 0;
  }

  /** Number of jobs waiting to be taken. */
  get jobs(): number {
    return this.waiting.length;
  }

  /** Takes a job; at least one must be waiting. Pass the result of exploring it to `done`. */
  take(): Taken {
    const { waiting } = this;
    const at = waiting.length > MANY_JOBS ? waiting.length - 1 : Math.floor(this.order.next() * waiting.length);
    const taken = new Taken(waiting.splice(at, 1));
    this.taken.push(taken);
    return taken;
  }

  /** Records that part of the taken work was explored. `rest` is what remains of it, and stays taken. */
  explored(taken: Taken, { executions, blocked }: Pick<Explored, 'executions' | 'blocked'>, rest: Frontier): void {
    this.executions += executions;
    this.blocked += blocked;
    const before = taken.waiting;
    taken.waiting = rest.map(unknown);
    if (before.every(isEstimated)) share(sumOfMeans(before) - executions, taken.waiting);
  }

  /** Records that the exploration of the taken work is finished. `rest` goes back to the pool. */
  done(taken: Taken, explored: Pick<Explored, 'executions' | 'blocked'>, rest: Frontier): void {
    this.explored(taken, explored, rest);
    this.taken.splice(this.taken.indexOf(taken), 1);
    // The work that a depth-first search would do next goes last, because the last job is taken first.
    this.waiting.push(...taken.waiting.reverse());
  }

  /**
   * Dives into random jobs, as a basis for `estimate`. Call it after each part, or never. `until` returns true when the
   * time for it is used up.
   */
  sample(states: LocalStates, model: ModelName, until: () => boolean = () => false): void {
    if (until()) return;
    this.diveFromRoot(states, model, until);
    for (const each of this.unexplored()) {
      if (each.dives > 0) continue;
      if (until()) return;
      this.diveInto(each, FIRST_DIVES, states, model);
    }
    const allowed = DIVES_AT_FIRST + (this.executions + this.blocked) / EXECUTIONS_PER_DIVE - this.dives;
    for (let left = Math.min(MOST_DIVES, allowed); left >= MORE_DIVES && !until(); left -= MORE_DIVES) {
      const [first, ...others] = this.unexplored();
      if (first === undefined) return;
      const worst = others.reduce((a, b) => (gain(b) > gain(a) ? b : a), first);
      this.diveInto(worst, MORE_DIVES, states, model);
    }
  }

  /** Gives an estimate to each job that has none. Preparing dives into each of many jobs would take long. */
  private diveFromRoot(states: LocalStates, model: ModelName, until: () => boolean): void {
    const unexplored = this.unexplored();
    const without = unexplored.filter((each) => !isEstimated(each));
    if (without.length === 0) return;
    const root = unknown(null);
    this.diveInto(root, ROOT_DIVES, states, model, until);
    share(root.mean - this.executions - sumOfMeans(unexplored), without);
  }

  private unexplored(): Waiting[] {
    return [...this.waiting, ...this.taken.flatMap(({ waiting }) => waiting)];
  }

  private diveInto(
    waiting: Waiting,
    count: number,
    states: LocalStates,
    model: ModelName,
    until: () => boolean = () => false,
  ): void {
    const dives = new Dives(states, model, waiting.job ?? undefined, this.learnt, this.random);
    for (let i = 0; i < count && (i === 0 || !until()); i++) {
      this.dives++;
      const found = dives.dive();
      const deviation = found - waiting.mean;
      waiting.mean += deviation / ++waiting.dives;
      waiting.squares += deviation * (found - waiting.mean);
    }
  }

  /** Returns the estimate; undefined before `sample`. Exact if no jobs are left. */
  estimate(): Estimate | undefined {
    const unexplored = this.unexplored();
    if (!unexplored.every(isEstimated)) return undefined;
    const { executions } = this;
    const left = sumOfMeans(unexplored);
    // Errors of dives are independent, so their variances add up. Errors of shares of one estimate are not, so their
    // deviations add up.
    const variance = unexplored.reduce((sum, each) => sum + (each.dives > 0 ? varianceOfMean(each) : 0), 0);
    const deviation = unexplored.reduce((sum, each) => sum + (each.dives > 0 ? 0 : Math.sqrt(varianceOfMean(each))), 0);
    // Numbers of executions vary by a factor rather than by a difference, like products.
    const error = left === 0 ? 0 : Math.sqrt(Math.log1p((variance + deviation ** 2) / left ** 2));
    return {
      low: Math.round(executions + (left * Math.exp(-ERRORS_BELOW * error)) / FACTOR_BELOW),
      likely: Math.round(executions + left),
      high: Math.round(executions + left * Math.exp(ERRORS_ABOVE * error) * FACTOR_ABOVE),
    };
  }
}

function unknown(job: Job | null): Waiting {
  return { job, dives: 0, mean: 0, squares: 0 };
}

function isEstimated({ dives, mean }: Waiting): boolean {
  return dives > 0 || mean > 0;
}

function sumOfMeans(jobs: readonly Waiting[]): number {
  return jobs.reduce((sum, { mean }) => sum + mean, 0);
}

/** Distributes the estimated number of executions of several jobs equally. Each job has at least one. */
function share(executions: number, jobs: readonly Waiting[]): void {
  for (const each of jobs) each.mean = Math.max(1, executions / jobs.length);
}

function varianceOfMean({ dives, mean, squares }: Waiting): number {
  const usual = USUAL_DIVES * (USUAL_SCATTER * mean) ** 2;
  return (squares + usual) / (dives + USUAL_DIVES) / Math.max(1, dives);
}

/** Estimates how much one more dive reduces the error. */
function gain(waiting: Waiting): number {
  return varianceOfMean(waiting) / Math.max(1, waiting.dives);
}
