import type { Random } from '@fencepost/core';
import { SPAWN, parentOf } from '@fencepost/core';
import { Enabled, below } from './enabled.js';
import type { Run, Strategy } from './run.js';

/** Number of accesses of each thread to one location, by the handle of the thread. */
type Counts = ReadonlyMap<number, number>;

/** What earlier runs accessed: by location, and by the handle of the thread. The latest run counts. */
export class AccessCounts {
  private readonly shared: { readonly location: number; readonly counts: Counts }[] = [];

  /** Records a complete run. */
  note(run: Run): void {
    const { count, thread, location, writes } = run.recorded();
    const { handles } = run.states.threads;
    const rows = new Map<number, Map<number, number>>();
    const written = new Set<number>();
    for (let i = 0; i < count; i++) {
      const place = location[i]!;
      if (writes[i] === 1) written.add(place);
      let row = rows.get(place);
      if (row === undefined) rows.set(place, (row = new Map<number, number>()));
      const handle = handles[thread[i]!]!;
      row.set(handle, (row.get(handle) ?? 0) + 1);
    }
    this.shared.length = 0;
    for (const [place, counts] of rows) {
      if (counts.size > 1 && written.has(place)) this.shared.push({ location: place, counts });
    }
  }

  /** Returns a location that several threads accessed, chosen at random, and how often each did. */
  choose(random: Random): { readonly location: number; readonly counts: Counts } | undefined {
    return this.shared[below(this.shared.length, random)];
  }
}

/**
 * Selectively uniform random walk (Zhao, Wolff, Mathur and Roychoudhury, ASPLOS 2025). The accesses to one location,
 * chosen at random, are scheduled such that all their orders are equally likely: the thread of the next one is drawn
 * with a probability proportional to the number of those that it and the threads it has yet to start still have. Other
 * steps are chosen at random.
 */
export class SelectiveWalk implements Strategy {
  private readonly random: Random;
  private readonly location: number;
  /** By the handle of a thread: its remaining accesses to the location. */
  private readonly left: Map<number, number>;
  private readonly enabled = new Enabled();
  private readonly candidates: number[] = [];
  /** The thread whose access comes next; -1 if it has to be drawn. */
  private intended = -1;

  constructor(random: Random, earlier: AccessCounts) {
    const chosen = earlier.choose(random);
    this.random = random;
    this.location = chosen?.location ?? -1;
    this.left = new Map(chosen?.counts);
  }

  step(run: Run): boolean {
    const { enabled, candidates, random } = this;
    enabled.find(run);
    const { count } = enabled;
    if (count === 0) return false;
    if (this.intended === -1) this.draw(run, [...this.left.keys()]);
    candidates.length = 0;
    for (let i = 0; i < count; i++) {
      if (!this.isSelected(run, i) || enabled.thread(i) === this.intended) candidates.push(i);
    }
    // The intended thread waits for another one, or ended sooner than before.
    if (candidates.length === 0) for (let i = 0; i < count; i++) candidates.push(i);
    const next = candidates[below(candidates.length, random)]!;
    const t = enabled.thread(next);
    if (this.isSelected(run, next)) {
      const handle = run.states.threads.handles[t]!;
      this.left.set(handle, Math.max(0, (this.left.get(handle) ?? 0) - 1));
      this.intended = -1;
    }
    const begins = t === this.intended && run.states.kind[run.machine.local[t]!] === SPAWN;
    const drawn = begins ? [...this.left.keys()].filter((handle) => threadFor(run, handle) === t) : [];
    enabled.take(run, next, random);
    // It was drawn for its own accesses and for those of the thread that now begins.
    if (begins) this.draw(run, drawn);
    return true;
  }

  private isSelected(run: Run, i: number): boolean {
    const effect = this.enabled.effect(run, i);
    return effect >= 0 && effect >> 1 === this.location;
  }

  /** Draws the thread of the next access to the location, among those of these handles. */
  private draw(run: Run, handles: readonly number[]): void {
    const { left } = this;
    let sum = 0;
    for (const handle of handles) sum += left.get(handle)!;
    let rest = this.random.next() * sum;
    for (const handle of handles) {
      rest -= left.get(handle)!;
      if (rest >= 0) continue;
      this.intended = threadFor(run, handle) ?? -1;
      return;
    }
  }
}

/** Returns the thread that has to run next for accesses of this one: the one that will start it, unless it has started. */
function threadFor({ states, machine }: Run, handle: number): number | undefined {
  for (let at = handle; at !== 0; at = parentOf(at)) {
    const t = states.threads.find(at);
    if (t !== undefined && machine.local[t] !== 0) return t;
  }
  return undefined;
}
