import type { Random } from '@fencepost/core';
import { PriorityWalk } from './pct.js';
import { below } from './enabled.js';
import { RandomWalk } from './random-walk.js';
import type { RecordedSteps, Run, Strategy } from './run.js';
import type { ScViolation } from './sc-violation.js';
import { Variation } from './schedule-mutation.js';

/** Number of interesting executions that are kept. */
const MOST_REMEMBERED = 64;
/** Probability that an unguided run is a variation of a kept one, if any. */
const VARIES = 0.4;
/** Probability that an unguided run that is not a variation is a random walk rather than driven by priorities. */
const AT_RANDOM = 0.15;
/** Numbers of priority changes plus one. Most bugs need no more. */
const DEPTHS: readonly number[] = [1, 2, 3, 3, 4];
/** The probability that pending stores have low priorities. */
const LATE_STORES = 0.3;

/**
 * Executions that are not steered to any cycle. Prediction covers only the behavior of threads under SC and cycles of
 * few threads. Unguided runs find the cycles that prediction misses. Like fuzzers, they vary interesting executions:
 * those with an SC violation of a new kind.
 */
export class UnguidedRuns {
  private readonly signatures = new Set<number>();
  private readonly remembered: RecordedSteps[] = [];

  /** Returns the strategy of the next run. `length` is the number of steps of a typical execution. */
  next(random: Random, length: number): Strategy {
    const { remembered } = this;
    if (remembered.length === 0 || random.next() >= VARIES) return wander(random, length);
    return new Variation(remembered[below(remembered.length, random)]!, random);
  }

  /** Records an execution that violates SC. Returns whether it does so in a new way. */
  note(violation: ScViolation, run: Run, random: Random): boolean {
    const { signatures, remembered } = this;
    const signature = violation.signature();
    if (signatures.has(signature)) return false;
    signatures.add(signature);
    if (remembered.length < MOST_REMEMBERED) remembered.push(run.recordedSteps());
    else remembered[below(MOST_REMEMBERED, random)] = run.recordedSteps();
    return true;
  }
}

function wander(random: Random, length: number): Strategy {
  if (random.next() < AT_RANDOM) return new RandomWalk(random);
  const depth = DEPTHS[below(DEPTHS.length, random)]!;
  return new PriorityWalk(random, { depth, length, lateStores: random.next() < LATE_STORES });
}
