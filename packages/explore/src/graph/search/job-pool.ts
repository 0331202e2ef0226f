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
  /** Without dives, this job's share of the estimate for several jobs; 0: no estimate. */
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
  /** What was taken and is not done yet, in the order it was taken. */
  readonly taken: readonly (readonly Readonly<Waiting>[])[];
}

/** What was taken from a pool to explore: a job or, for a part that was interrupted, the jobs left of it. */
export class Taken {
  /** In the order of a depth-first search. */
  waiting: Waiting[];

  constructor(waiting: Waiting[]) {
    this.waiting = waiting;
  }

  /** undefined: the whole search. */
  get frontier(): Frontier | undefined {
    const jobs = this.waiting.flatMap(({ job }) => job ?? []);
    return jobs.length < this.waiting.length ? undefined : jobs;
  }
}

/** With more jobs than this, the newest is taken, which limits their number. */
const MANY_JOBS = 64;

/** Dives from the root for the first estimate. */
const ROOT_DIVES = 128;
/** Dives into a job that has had none, and how many more to add at a time. */
const FIRST_DIVES = 2;
const MORE_DIVES = 8;
/** Dives are fast compared with a search that takes seconds: this many at first, then one per this many executions. */
const DIVES_AT_FIRST = 1024;
const EXECUTIONS_PER_DIVE = 256;
/** The most dives at one time. */
const MOST_DIVES = 128;

/**
 * How far the range extends beyond the mean of the dives, as factors on what is left: this many standard errors, plus a
 * margin, as dives cannot show that they all miss something. Chosen by measurement (docs/internals/benchmarks.md).
 */
const ERRORS_BELOW = 1.5;
const FACTOR_BELOW = 1.15;
const ERRORS_ABOVE = 2;
const FACTOR_ABOVE = 1.6;
/** Few dives say little about their variance: each job gets this many more, which deviate by this many means. */
const USUAL_DIVES = 4;
const USUAL_SCATTER = 2;

/**
 * The rest of a search that is explored in parts: take a job, explore it within a budget, return the rest of it.
 * Several may be taken at once. Jobs are taken at random, so that an incomplete search has sampled all parts of the
 * space, and other ones with another seed. `sample` and `estimate` estimate the size of the search.
 */
export class JobPool {
  private readonly random: Random;
  /** Separate from the other generator, so that the order does not depend on whether there was time for dives. */
  private readonly order: Random;
  private readonly learnt: Learnt = new Map();
  private waiting: Waiting[] = [unknown(null)];
  /** In the order they were taken. */
  readonly taken: Taken[] = [];
  private executions = 0;
  private blocked = 0;
  private dives = 0;

  /** A pool for a new search. */
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

  /** What dives have learnt is not saved: it improves later ones, but is soon learnt again. */
  save(): SavedPool {
    const { executions, blocked, dives } = this;
    const waiting = this.waiting.map((each) => ({ ...each }));
    const taken = this.taken.map((each) => each.waiting.map((waiting) => ({ ...waiting })));
    const [random, order] = [this.random.state, this.order.state];
    return { version: 1, random, order, executions, blocked, dives, waiting, taken };
  }

  /** Is everything explored? */
  get isEmpty(): boolean {
    return this.jobs === 0 && this.taken.length === 0;
  }

  /** How many jobs wait to be taken. */
  get jobs(): number {
    return this.waiting.length;
  }

  /** Takes a job, of which there must be one. Return the result of exploring it with `done`. */
  take(): Taken {
    const { waiting } = this;
    const at = waiting.length > MANY_JOBS ? waiting.length - 1 : Math.floor(this.order.next() * waiting.length);
    const taken = new Taken(waiting.splice(at, 1));
    this.taken.push(taken);
    return taken;
  }

  /** Part of what was taken has been explored, and this is the rest, which stays taken. */
  explored(taken: Taken, { executions, blocked }: Pick<Explored, 'executions' | 'blocked'>, rest: Frontier): void {
    this.executions += executions;
    this.blocked += blocked;
    const before = taken.waiting;
    taken.waiting = rest.map(unknown);
    if (before.every(isEstimated)) share(sumOfMeans(before) - executions, taken.waiting);
  }

  /** Exploring what was taken is finished, and this is the rest, which goes back to the pool. */
  done(taken: Taken, explored: Pick<Explored, 'executions' | 'blocked'>, rest: Frontier): void {
    this.explored(taken, explored, rest);
    this.taken.splice(this.taken.indexOf(taken), 1);
    // What a depth-first search would do next comes last, as it is taken first.
    this.waiting.push(...taken.waiting.reverse());
  }

  /**
   * Dives into the jobs at random, as a basis for `estimate`. Call it after each part, or never. `until`: there is no
   * more time for it.
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

  /** Gives an estimate to each job that has none: to prepare dives into each of many jobs takes long. */
  private diveFromRoot(states: LocalStates, model: ModelName, until: () => boolean): void {
    const unexplored = this.unexplored();
    const without = unexplored.filter((each) => !isEstimated(each));
    if (without.length === 0) return;
    const root = unknown(null);
    do this.diveInto(root, MORE_DIVES, states, model);
    while (root.dives < ROOT_DIVES && !until());
    share(root.mean - this.executions - sumOfMeans(unexplored), without);
  }

  private unexplored(): Waiting[] {
    return [...this.waiting, ...this.taken.flatMap(({ waiting }) => waiting)];
  }

  private diveInto(waiting: Waiting, count: number, states: LocalStates, model: ModelName): void {
    const dives = new Dives(states, model, waiting.job ?? undefined, this.learnt, this.random);
    for (let i = 0; i < count; i++) {
      const found = dives.dive();
      const deviation = found - waiting.mean;
      waiting.mean += deviation / ++waiting.dives;
      waiting.squares += deviation * (found - waiting.mean);
    }
    this.dives += count;
  }

  /** Undefined before `sample`. Exact if no jobs are left. */
  estimate(): Estimate | undefined {
    const unexplored = this.unexplored();
    if (!unexplored.every(isEstimated)) return undefined;
    const { executions } = this;
    const left = sumOfMeans(unexplored);
    // Errors of dives are independent. Those of shares of one estimate are not, so that their deviations add up.
    const variance = unexplored.reduce((sum, each) => sum + (each.dives > 0 ? varianceOfMean(each) : 0), 0);
    const deviation = unexplored.reduce((sum, each) => sum + (each.dives > 0 ? 0 : Math.sqrt(varianceOfMean(each))), 0);
    // Numbers of executions vary like products, by a factor rather than by a difference.
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

/** Distributes the estimated number of executions of several jobs equally: each has at least one. */
function share(executions: number, jobs: readonly Waiting[]): void {
  for (const each of jobs) each.mean = Math.max(1, executions / jobs.length);
}

function varianceOfMean({ dives, mean, squares }: Waiting): number {
  const usual = USUAL_DIVES * (USUAL_SCATTER * mean) ** 2;
  return (squares + usual) / (dives + USUAL_DIVES) / Math.max(1, dives);
}

/** Roughly how much one more dive reduces the error. */
function gain(waiting: Waiting): number {
  return varianceOfMean(waiting) / Math.max(1, waiting.dives);
}
