import type { Random } from '@fencepost/core';
import { Enabled, conflict } from './enabled.js';
import type { Run, Strategy } from './run.js';

/**
 * Partial order sampling (Yuan, Yang and Gu, CAV 2018): the next step of each actor has a random priority, and the
 * highest runs. Then the actor that ran gets a new one, and so do those whose next step conflicts with the step: orders
 * of conflicting steps are likely to be tried equally often.
 */
export class PartialOrderWalk implements Strategy {
  private readonly random: Random;
  private readonly priorities = new Map<number, number>();
  private readonly enabled = new Enabled();

  constructor(random: Random) {
    this.random = random;
  }

  step(run: Run): boolean {
    const { enabled, random, priorities } = this;
    enabled.find(run);
    const { count } = enabled;
    if (count === 0) return false;
    let best = 0;
    for (let i = 1; i < count; i++) if (this.priority(run, i) > this.priority(run, best)) best = i;
    const effect = enabled.effect(run, best);
    priorities.delete(enabled.actor(run, best));
    for (let i = 0; i < count; i++) {
      if (i !== best && conflict(effect, enabled.effect(run, i))) priorities.delete(enabled.actor(run, i));
    }
    enabled.take(run, best, random);
    return true;
  }

  private priority(run: Run, i: number): number {
    const actor = this.enabled.actor(run, i);
    let priority = this.priorities.get(actor);
    if (priority === undefined) this.priorities.set(actor, (priority = this.random.next()));
    return priority;
  }
}
