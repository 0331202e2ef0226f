import type { Random } from '@fencepost/core';
import type { Approach } from './approaches.js';

/** A way to steer runs, and how it did so far. */
export class Plan {
  /** How a run begins; undefined: it is steered from the beginning. */
  readonly approach: Approach | undefined;
  /** How likely the first of a pair is delayed. */
  readonly delayed: number;
  private tried = 0;
  private worked = 0;

  constructor(approach: Approach | undefined, delayed: number) {
    this.approach = approach;
    this.delayed = delayed;
  }

  /** How likely it works, as far as is known: even chances before it was tried. */
  get rate(): number {
    return (this.worked + 1) / (this.tried + 2);
  }

  /** A rate that is as likely to be the true one as others are, by what is known (a Beta distribution). */
  guessedRate(random: Random): number {
    const worked = gamma(this.worked + 1, random);
    return worked / (worked + gamma(this.tried - this.worked + 1, random));
  }

  note(worked: boolean): void {
    this.tried++;
    if (worked) this.worked++;
  }
}

/** A number with a gamma distribution of this shape. */
function gamma(shape: number, random: Random): number {
  let sum = 0;
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random.next());
  return sum;
}

/**
 * The plans for a cycle, and how they did. Which one works depends on the cycle: to delay always makes happen what happens
 * once in a run (with the paper's probability of 1/2 for each of two firsts a quarter of the runs would do it); to delay half of
 * the time finds what needs a later round of a loop; and what needs a rare schedule is best begun like a run that had it.
 */
export class Plans {
  private readonly plans = [new Plan(undefined, 1), new Plan(undefined, 0.5)];

  /** `worked`: an execution that began so had the cycle. */
  add(approach: Approach, worked: boolean): void {
    const plan = new Plan(approach, 1);
    if (worked) plan.note(true);
    this.plans.push(plan);
  }

  /** The better one is known to work, the more often it is chosen (Thompson sampling). */
  choose(random: Random): Plan {
    const rates = this.plans.map((plan) => plan.guessedRate(random));
    return this.plans[rates.indexOf(Math.max(...rates))]!;
  }
}
