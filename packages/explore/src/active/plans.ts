import type { Random } from '../graph/random.js';
import type { Approach } from './approaches.js';
import { below } from './random-walk.js';

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

  /** How likely it works, as far as is known; 0 if it never has. */
  get rate(): number {
    return this.worked === 0 ? 0 : (this.worked + 1) / (this.tried + 2);
  }

  note(worked: boolean): void {
    this.tried++;
    if (worked) this.worked++;
  }
}

/** How likely any plan is chosen though one is known to work. */
const CURIOSITY = 0.05;

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

  choose(random: Random): Plan {
    const { plans } = this;
    const best = plans.reduce((a, b) => (b.rate > a.rate ? b : a));
    return best.rate === 0 || random.next() < CURIOSITY ? plans[below(plans.length, random)]! : best;
  }
}
