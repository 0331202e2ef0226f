import type { Random } from '@fencepost/core';
import { PriorityWalk } from './pct.js';
import { RandomWalk, below } from './random-walk.js';
import type { RecordedSteps, Run, Strategy } from './run.js';
import type { ScViolation } from './sc-violation.js';
import { Variation } from './variation.js';

/** How many of the executions that showed something new are remembered. */
const MOST_REMEMBERED = 64;
/** How likely an unguided run is a variation of one of them, if there are any. */
const VARIES = 0.4;
/** How likely any other goes its way at random, and not by priorities. */
const AT_RANDOM = 0.15;
/** How often priorities are changed, plus one: what most bugs need. */
const DEPTHS: readonly number[] = [1, 2, 3, 3, 4];
/** How likely stores reach memory late by priority. */
const LATE_STORES = 0.3;

/**
 * Executions that are not steered to any cycle. Prediction sees what threads do under SC, and cycles of few threads; unguided
 * runs find what it does not foresee. As fuzzers do, they vary what showed something new: executions that violate SC as none
 * before did.
 */
export class UnguidedRuns {
  private readonly signatures = new Set<number>();
  private readonly remembered: RecordedSteps[] = [];

  /** `length`: steps of a usual execution. */
  next(random: Random, length: number): Strategy {
    const { remembered } = this;
    if (remembered.length === 0 || random.next() >= VARIES) return wander(random, length);
    return new Variation(remembered[below(remembered.length, random)]!, random);
  }

  /** An execution that violates SC: as none before did? */
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
