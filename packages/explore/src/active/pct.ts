import type { Random } from '../graph/random.js';
import { Enabled, below, runSomehow } from './random-walk.js';
import type { Run, Strategy } from './run.js';

/** For numbers of actors: more than there are locations. */
const MOST_PLACES = 2 ** 22;

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010): everyone has a priority,
 * whoever has the highest goes on, and at d - 1 steps, chosen at random among k, the one who is about to go gets a lower
 * priority than all. A bug of depth d among n actors is found with a probability of at least 1/(n·k^(d-1)). The stores that a
 * thread has pending are an actor of their own, under PSO and PSLO those of each location.
 */
export class PriorityWalk implements Strategy {
  private readonly random: Random;
  private readonly changes: readonly number[];
  private readonly priorities = new Map<number, number>();
  private readonly enabled = new Enabled();
  private changed = 0;

  /** `depth` is d, `length` is k. */
  constructor(random: Random, depth: number, length: number) {
    this.random = random;
    this.changes = Array.from({ length: depth - 1 }, () => below(length, random)).sort((a, b) => a - b);
  }

  step(run: Run): boolean {
    const { enabled } = this;
    enabled.find(run);
    if (enabled.count === 0) return false;
    let best = this.highest(run);
    while (this.changed < this.changes.length && this.changes[this.changed]! <= run.length) {
      // Priorities from the beginning are above 0, those given later below, each lower than the one before.
      this.priorities.set(this.actor(run, best), -1 - this.changed++);
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
    if (priority === undefined) this.priorities.set(actor, (priority = this.random.next()));
    return priority;
  }

  /** A number for the i-th of those who can go on. */
  private actor({ model, states, pending, accesses }: Run, i: number): number {
    const { threads, owners, ranks } = this.enabled;
    const store = i - threads.length;
    const { handles } = states.threads;
    if (store < 0) return handles[threads[i]!]! * MOST_PLACES;
    const owner = owners[store]!;
    const location = model === 'tso' ? 0 : accesses.location[pending[owner]![ranks[store]!]!]!;
    return handles[owner]! * MOST_PLACES + 1 + location;
  }
}
