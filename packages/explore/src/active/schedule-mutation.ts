import type { Random } from '@fencepost/core';
import { below } from './enabled.js';
import { RandomWalk } from './random-walk.js';
import type { RecordedSteps, Run, Strategy } from './run.js';

/** The maximum number of changes, and the probability that each is the reversal of a race. */
const MOST_CHANGES = 3;
const REVERSAL = 0.7;

/**
 * Repeats a run with steps in another order. Most changes reverse a race, as explorers do: the steps of one thread up
 * to its access move before the access of the other. Other changes move a single step, so that a store reaches memory
 * earlier or later relative to its own thread. Steps that become impossible are skipped, and the run is finished at
 * random.
 */
export class Variation implements Strategy {
  private readonly steps: RecordedSteps;
  private order: number[];
  private readonly rest: Strategy;
  private done = 0;

  constructor(steps: RecordedSteps, random: Random) {
    this.steps = steps;
    this.rest = new RandomWalk(random);
    this.order = Array.from(steps.threads, (_, i) => i);
    for (let changes = 1 + below(MOST_CHANGES, random); changes > 0; changes--) {
      if (random.next() < REVERSAL) this.reverse(random);
      else this.move(random);
    }
  }

  step(run: Run): boolean {
    while (this.done < this.order.length) if (run.repeatIfPossible(this.steps, this.order[this.done++]!)) return true;
    return this.rest.step(run);
  }

  private move(random: Random): void {
    const { order } = this;
    const [step] = order.splice(below(order.length, random), 1);
    order.splice(below(order.length + 1, random), 0, step!);
  }

  /** Picks a step and moves the last conflicting access of another thread behind it. */
  private reverse(random: Random): void {
    const { order } = this;
    const { threads } = this.steps;
    const later = below(order.length, random);
    let earlier = later - 1;
    while (earlier >= 0 && !this.conflict(order[earlier]!, order[later]!)) earlier--;
    if (earlier < 0) return;
    const thread = threads[order[later]!];
    const between = order.slice(earlier, later + 1);
    const ofThread = between.filter((step) => threads[step] === thread);
    const ofOthers = between.filter((step) => threads[step] !== thread);
    this.order = [...order.slice(0, earlier), ...ofThread, ...ofOthers, ...order.slice(later + 1)];
  }

  private conflict(a: number, b: number): boolean {
    const { threads, effects } = this.steps;
    const [one, other] = [effects[a]!, effects[b]!];
    return threads[a] !== threads[b] && one >= 0 && other >= 0 && one >> 1 === other >> 1 && ((one | other) & 1) === 1;
  }
}
