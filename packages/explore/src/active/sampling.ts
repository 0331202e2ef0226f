import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { Random, failureKey } from '@fencepost/core';
import { PriorityWalk } from './pct.js';
import { PartialOrderWalk } from './partial-order-walk.js';
import { RandomWalk } from './random-walk.js';
import type { Strategy } from './run.js';
import { MOST_STEPS, Run, scheduleOf } from './run.js';
import { AccessCounts, SelectiveWalk } from './selective-walk.js';

/** Options of random testing. */
export interface SamplingOptions {
  readonly model: ModelName;
  readonly seed?: number;
  /** Number of executions. */
  readonly runs: number;
  /** Steps after which an execution is abandoned. */
  readonly mostSteps?: number;
  /** Called before every execution; true ends the tests. */
  readonly until?: () => boolean;
}

/** Options of random testing with priorities. */
export interface PriorityOptions extends SamplingOptions {
  /** Priorities are changed `depth` - 1 times. */
  readonly depth?: number;
}

/** A failure seen in sampled executions. */
export interface SampledFailure {
  readonly failure: Failure;
  /** The first execution that had it, counted from 1. */
  readonly firstRun: number;
  /** Number of executions that had it. */
  readonly runs: number;
  /** Schedule of the first execution that had it. */
  readonly witness: Schedule;
}

/** The result of sampling. */
export interface Sampling {
  readonly states: LocalStates;
  readonly model: ModelName;
  readonly runs: number;
  /** Number of these executions that were abandoned. */
  readonly unfinished: number;
  readonly failures: readonly SampledFailure[];
}

/**
 * Random executions in which all enabled actors are equally likely: the baseline for active testing. Yields after each.
 */
export function testRandomly(states: LocalStates, options: SamplingOptions): Generator<number, Sampling, void> {
  return sample(states, options, { walk: (random) => new RandomWalk(random) });
}

/** Random executions with priorities (pct.ts). The expected length is taken from earlier executions. */
export function testWithPriorities(states: LocalStates, options: PriorityOptions): Generator<number, Sampling, void> {
  const { depth = 3 } = options;
  return sample(states, options, { walk: (random, length) => new PriorityWalk(random, { depth, length }) });
}

/** Random executions in which orders of conflicting steps are likely to be tried equally often (partial-order-walk.ts). */
export function testPartialOrders(states: LocalStates, options: SamplingOptions): Generator<number, Sampling, void> {
  return sample(states, options, { walk: (random) => new PartialOrderWalk(random) });
}

/** Random executions, uniform for one location each (selective-walk.ts). Learns from earlier executions. */
export function testSelectively(states: LocalStates, options: SamplingOptions): Generator<number, Sampling, void> {
  const earlier = new AccessCounts();
  return sample(states, options, {
    walk: (random) => new SelectiveWalk(random, earlier),
    completed: (run) => earlier.note(run),
  });
}

interface Sampler {
  /** `longest`: steps of the longest execution so far. */
  readonly walk: (random: Random, longest: number) => Strategy;
  readonly completed?: (run: Run) => void;
}

function* sample(
  states: LocalStates,
  { model, seed = 1, runs: most, mostSteps = MOST_STEPS, until = () => false }: SamplingOptions,
  { walk, completed }: Sampler,
): Generator<number, Sampling, void> {
  const run = new Run(states, model);
  const found = new Map<string, SampledFailure>();
  const seeds = new Random(seed);
  let longest = 1;
  let unfinished = 0;
  let runs = 0;
  while (runs < most && !until()) {
    const ending = run.execute(walk(new Random(Math.floor(seeds.next() * 2 ** 32)), longest), mostSteps);
    runs++;
    longest = Math.max(longest, run.length);
    if (ending.kind === 'complete') completed?.(run);
    else unfinished++;
    for (const failure of ending.failures) {
      const key = failureKey(failure);
      const known = found.get(key) ?? {
        failure,
        firstRun: runs,
        runs: 0,
        witness: scheduleOf(states, run.recordedSteps()),
      };
      found.set(key, { ...known, runs: known.runs + 1 });
    }
    yield runs;
  }
  return { states, model, runs, unfinished, failures: [...found.values()] };
}
