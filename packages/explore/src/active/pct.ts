import type { Random } from '@fencepost/core';
import { Enabled, below, runSomehow } from './random-walk.js';
import type { Run, Strategy } from './run.js';

/** Multiplier for actor numbers. Greater than the number of locations. */
const MOST_PLACES = 2 ** 22;

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
 * 1/(n·k^(d-1)). The pending stores of a thread are an actor of their own; with buffers per location, those of each
 * location are.
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
      this.priorities.set(this.actor(run, best), -2 - this.changed++);
      best = this.highest(run);
    }
    const store = best - enabled.threads.length;
    if (store < 0) runSomehow(run, enabled.threads[best]!, this.random);
    else run.commit(enabled.owners[store]!, enabled.ranks[store]!);
    return true;
  }

  private highest(run: Run): number {
    let best = 0;
    for (let i = 1; i < this.enabled.count; i++) if (this.priority(run, i) > this.priority(run, best)) best = i;
    return best;
  }

  private priority(run: Run, i: number): number {
    const actor = this.actor(run, i);
    let priority = this.priorities.get(actor);
    if (priority === undefined) {
      priority = this.random.next() - (this.lateStores && i >= this.enabled.threads.length ? 1 : 0);
      this.priorities.set(actor, priority);
    }
    return priority;
  }

  /** Returns the number of the i-th enabled actor. */
  private actor({ buffersPerLocation, states, pending, accesses }: Run, i: number): number {
    const { threads, owners, ranks } = this.enabled;
    const store = i - threads.length;
    const { handles } = states.threads;
    if (store < 0) return handles[threads[i]!]! * MOST_PLACES;
    const owner = owners[store]!;
    const location = buffersPerLocation ? accesses.location[pending[owner]![ranks[store]!]!]! : 0;
    return handles[owner]! * MOST_PLACES + 1 + location;
  }
}
