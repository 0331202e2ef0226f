import type { LocalStates, ModelName } from '@fencepost/core';
import { Random } from '@fencepost/core';
import type { Learnt } from './dives.js';
import { Dives } from './dives.js';
import type { Explored, Frontier } from './explore-graphs.js';
import type { Job } from './frontier.js';

/** How many complete executions there are in all: likely so many, and most probably not fewer than `low` nor more than `high`. */
export interface Estimate {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** A job that waits, and what dives into it found: their number, the mean, and the sum of the squares of the deviations. */
interface Waiting {
  /** null: the whole search. */
  readonly job: Job | null;
  dives: number;
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
  /** What was taken and is not done yet, in the order in which it was taken. */
  readonly taken: readonly (readonly Readonly<Waiting>[])[];
}

/** What was taken out of a pool to be explored: a job or, of a part that was cut short, the jobs that are left of it. */
export class Taken {
  /** As a depth-first search would do them. */
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

/** With more jobs than this, the newest is taken, so that there are never many more. */
const MANY_JOBS = 64;

/** Dives into a job before anything is said about it, and how many more at once if there are to be more. */
const FIRST_DIVES = 2;
const MORE_DIVES = 8;
/** Dives are quick compared with a search that takes seconds: so many at first, then one for so many executions. */
const DIVES_AT_FIRST = 1024;
const EXECUTIONS_PER_DIVE = 256;
/** Most at one time. */
const MOST_DIVES = 128;

/**
 * How far the range goes beyond the mean of the dives, as factors on what is left: so many standard errors, and then some,
 * as dives cannot show that they all miss something. Chosen by measurement (docs/internals/benchmarks.md).
 */
const ERRORS_BELOW = 1.5;
const FACTOR_BELOW = 1.15;
const ERRORS_ABOVE = 2;
const FACTOR_ABOVE = 1.6;
/** Few dives say little about how much they scatter: each job gets so many more that scatter by so many means. */
const USUAL_DIVES = 4;
const USUAL_SCATTER = 2;

/**
 * What is left of a search that is explored in parts: take a job, explore it with some budget, hand back the rest of it.
 * Several may be taken at once. Jobs are taken at random, so that a search that is given up has seen something of everything, and with another seed
 * something else. `sample` and `estimate` judge how large the search is.
 */
export class JobPool {
  private readonly random: Random;
  /** Apart from the other, so that the order does not depend on whether there was time for dives. */
  private readonly order: Random;
  private readonly learnt: Learnt = new Map();
  private waiting: Waiting[] = [unknown(null)];
  /** In the order in which they were taken. */
  readonly taken: Taken[] = [];
  private executions = 0;
  private blocked = 0;
  private dives = 0;

  /** Nothing explored yet. */
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

  /** What dives have learnt is not saved: it makes later ones better, but is soon learnt again. */
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

  /** Takes a job out, of which there must be one. What exploring it gave goes to `done`. */
  take(): Taken {
    const { waiting } = this;
    const at = waiting.length > MANY_JOBS ? waiting.length - 1 : Math.floor(this.order.next() * waiting.length);
    const taken = new Taken(waiting.splice(at, 1));
    this.taken.push(taken);
    return taken;
  }

  /** Some of what was taken is explored, and this is the rest: it is still taken. */
  explored(taken: Taken, { executions, blocked }: Pick<Explored, 'executions' | 'blocked'>, rest: Frontier): void {
    this.executions += executions;
    this.blocked += blocked;
    taken.waiting = rest.map(unknown);
  }

  /** What was taken is explored as far as it is to be, and this is the rest: it waits like others. */
  done(taken: Taken, explored: Pick<Explored, 'executions' | 'blocked'>, rest: Frontier): void {
    this.explored(taken, explored, rest);
    this.taken.splice(this.taken.indexOf(taken), 1);
    // What a depth-first search would do next comes last, to be taken first.
    this.waiting.push(...taken.waiting.reverse());
  }

  /**
   * Looks into the jobs at random, so that `estimate` has something to go by. To be called after each part, or never.
   * `until`: there is no more time for it.
   */
  sample(states: LocalStates, model: ModelName, until: () => boolean = () => false): void {
    for (const each of this.unexplored()) {
      if (each.dives >= FIRST_DIVES) continue;
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

  /** Undefined if there are jobs that were not sampled. Exact if there are none left. */
  estimate(): Estimate | undefined {
    const unexplored = this.unexplored();
    if (unexplored.some(({ dives }) => dives < FIRST_DIVES)) return undefined;
    const { executions } = this;
    const left = unexplored.reduce((sum, { mean }) => sum + mean, 0);
    const variance = unexplored.reduce((sum, each) => sum + varianceOfMean(each), 0);
    // Numbers of executions scatter like products, by a factor rather than by a difference.
    const error = left === 0 ? 0 : Math.sqrt(Math.log1p(variance / left ** 2));
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

function varianceOfMean({ dives, mean, squares }: Waiting): number {
  const usual = USUAL_DIVES * (USUAL_SCATTER * mean) ** 2;
  return (squares + usual) / (dives + USUAL_DIVES) / dives;
}

/** By how much the error becomes less, roughly, with one more dive. */
function gain(waiting: Waiting): number {
  return varianceOfMean(waiting) / waiting.dives;
}
