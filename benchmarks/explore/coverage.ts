import type { ModelName, Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { JobPool, exploreGraphs } from '@fencepost/explore';

/** Parts of the whole that are explored when the estimate is looked at. */
export const POINTS = [0.1, 0.25, 0.5, 0.75] as const;

export interface CoveragePoint {
  /** Was the true total in the range? */
  readonly inside: boolean;
  /** Upper end of the range divided by its lower end. */
  readonly width: number;
}

export interface Coverage {
  readonly total: number;
  /** For each seed, for each point. */
  readonly runs: readonly (readonly CoveragePoint[])[];
}

const FIRST_PART = 256;
const LARGEST_PART = 4096;

/** Explores the program once to know its total, then in parts, as the command does, with each seed. */
export function coverageOf(program: Program, model: ModelName, seeds: readonly number[]): Coverage {
  const states = new LocalStates(program);
  const total = exploreGraphs(states, { model }).executions;
  return { total, runs: seeds.map((seed) => pointsOf(states, model, seed, total)) };
}

function pointsOf(states: LocalStates, model: ModelName, seed: number, total: number): CoveragePoint[] {
  const pool = new JobPool(seed);
  const points: CoveragePoint[] = [];
  let explored = 0;
  for (let budget = FIRST_PART; points.length < POINTS.length; budget = Math.min(2 * budget, LARGEST_PART)) {
    const taken = pool.take();
    const part = exploreGraphs(states, { model, budget, ...(taken.frontier && { from: taken.frontier }) });
    explored += part.executions;
    pool.done(taken, part, part.rest);
    pool.sample(states, model);
    const { low, high } = pool.estimate()!;
    while (points.length < POINTS.length && explored >= POINTS[points.length]! * total) {
      points.push({ inside: low <= total && total <= high, width: high / low });
    }
  }
  return points;
}
