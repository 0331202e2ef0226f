import type { Random } from '@fencepost/core';
import type { Approach } from './steering-targets.js';

/** A way to steer runs, and its success so far. */
export class Plan {
  /** Prefix of the run; undefined if it is steered from the start. */
  readonly approach: Approach | undefined;
  /** The probability that the first access of a pair is delayed. */
  readonly delayed: number;
  private tried = 0;
  private worked = 0;

  constructor(approach: Approach | undefined, delayed: number) {
    this.approach = approach;
    this.delayed = delayed;
  }

  /** Estimated success rate: 1/2 before the first trial. */
  get rate(): number {
    return (this.worked + 1) / (this.tried + 2);
  }

  /** Draws a success rate from the plan's posterior, a Beta distribution. */
  guessedRate(random: Random): number {
    const worked = gamma(this.worked + 1, random);
    return worked / (worked + gamma(this.tried - this.worked + 1, random));
  }

  note(worked: boolean): void {
    this.tried++;
    if (worked) this.worked++;
  }
}

/** Draws a random number from a gamma distribution of this shape. */
function gamma(shape: number, random: Random): number {
  let sum = 0;
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random.next());
  return sum;
}

/**
 * The plans for a cycle, and their success rates. Which plan works depends on the cycle. Always delaying reaches
 * accesses that happen once in a run. (With the paper's probability of 1/2 for each of two first accesses, only a
 * quarter of the runs would.) Delaying half of the time finds cycles that need a later iteration of a loop. Cycles that
 * need a rare schedule are best reached from the prefix of a run that had them.
 */
export class Plans {
  private readonly plans = [new Plan(undefined, 1), new Plan(undefined, 0.5)];

  /** Adds a plan. `worked` means that an execution with this prefix had the cycle. */
  add(approach: Approach, worked: boolean): void {
    const plan = new Plan(approach, 1);
    if (worked) plan.note(true);
    this.plans.push(plan);
  }

  /** Chooses a plan by Thompson sampling: plans that succeed more often are chosen more often. */
  choose(random: Random): Plan {
    const rates = this.plans.map((plan) => plan.guessedRate(random));
    return this.plans[rates.indexOf(Math.max(...rates))]!;
  }
}
