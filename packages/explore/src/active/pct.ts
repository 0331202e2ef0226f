import type { Random } from '@fencepost/core';
import { Enabled, below } from './enabled.js';
import type { Run, Strategy } from './run.js';

export interface PriorityWalkOptions {
  /** The parameter d of the paper. */
  readonly depth: number;
  /** The parameter k of the paper: steps of an execution. */
  readonly length: number;
  /** Whether pending stores start with lower priorities than threads. */
  readonly lateStores?: boolean;
}

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010): each actor has a
 * priority, and the enabled actor with the highest one runs. At d - 1 steps, chosen at random among k, the actor about
 * to run gets the lowest priority. A bug of depth d among n actors is found with a probability of at least
 * 1/(n·k^(d-1)).
 */
export class PriorityWalk implements Strategy {
  private readonly random: Random;
  private readonly changes: readonly number[];
  private readonly priorities = new Map<number, number>();
  private readonly enabled = new Enabled();
  private readonly lateStores: boolean;
  private changed = 0;

  constructor(random: Random, { depth, length, lateStores = false }: PriorityWalkOptions) {
    this.random = random;
    this.changes = Array.from({ length: depth - 1 }, () => below(length, random)).sort((a, b) => a - b);
    this.lateStores = lateStores;
  }

  step(run: Run): boolean {
    const { enabled } = this;
    enabled.find(run);
    if (enabled.count === 0) return false;
    let best = this.highest(run);
    while (this.changed < this.changes.length && this.changes[this.changed]! <= run.length) {
      // Initial priorities are above -1; later ones are below, each lower than the one before.
      this.priorities.set(enabled.actor(run, best), -2 - this.changed++);
      best = this.highest(run);
    }
    enabled.take(run, best, this.random);
    return true;
  }

  private highest(run: Run): number {
    let best = 0;
    for (let i = 1; i < this.enabled.count; i++) if (this.priority(run, i) > this.priority(run, best)) best = i;
    return best;
  }

  private priority(run: Run, i: number): number {
    const actor = this.enabled.actor(run, i);
    let priority = this.priorities.get(actor);
    if (priority === undefined) {
      priority = this.random.next() - (this.lateStores && this.enabled.isStores(i) ? 1 : 0);
      this.priorities.set(actor, priority);
    }
    return priority;
  }
}
