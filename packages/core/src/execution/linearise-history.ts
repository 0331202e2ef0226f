import { STORE } from '../operations/operation.js';
import { happensBefore } from './happens-before.js';
import type { Schedule, Step } from './schedule.js';
import type { Trace } from './trace.js';

/**
 * Returns a schedule of the machine with history (models/history.ts) for this trace: an order of its events that
 * respects program order and reads-from, and follows coherence and from-reads where possible. Where it is not, a read
 * returns an old value or a write is placed before others. Returns undefined if program order and reads-from are
 * cyclic.
 */
export function lineariseHistory(trace: Trace): Schedule | undefined {
  const order = new Order(trace);
  const placing = new Placing(trace);
  const schedule: Step[] = [];
  for (let event = order.next(-1); event !== undefined; event = order.next(event)) {
    schedule.push(placing.step(event));
    order.take(event);
  }
  return schedule.length === trace.events.length ? schedule : undefined;
}

/** Chooses the next event. */
class Order {
  private readonly trace: Trace;
  private readonly before: number[][];
  private readonly after: number[][];
  /**
   * Per event: number of remaining predecessors by program order, reads-from, spawn and join, which it has to wait for.
   * `all`: number of all remaining predecessors.
   */
  private readonly hard: Int32Array;
  private readonly all: Int32Array;
  private readonly isTaken: Uint8Array;
  /** The events that wait for no other event: at most one per thread. */
  private readonly ready = new Set<number>();
  private readonly isHard: boolean[][];

  constructor(trace: Trace) {
    const n = trace.events.length;
    this.trace = trace;
    this.before = trace.events.map(() => []);
    this.after = trace.events.map(() => []);
    this.isHard = trace.events.map(() => []);
    this.hard = new Int32Array(n);
    this.all = new Int32Array(n);
    this.isTaken = new Uint8Array(n);
    for (const { from, to, kind } of happensBefore(trace)) {
      const isHard = kind !== 'coherence' && kind !== 'from-read';
      this.before[to]!.push(from);
      this.after[from]!.push(to);
      this.isHard[from]!.push(isHard);
      this.all[to]!++;
      if (isHard) this.hard[to]!++;
    }
    for (let i = 0; i < n; i++) if (this.hard[i] === 0) this.ready.add(i);
  }

  take(event: number): void {
    this.ready.delete(event);
    this.isTaken[event] = 1;
    this.after[event]!.forEach((to, i) => {
      this.all[to]!--;
      if (!this.isHard[event]![i]!) return;
      this.hard[to]!--;
      if (this.hard[to] === 0) this.ready.add(to);
    });
  }

  /** Returns the next event. The thread that took `last` continues if it can. */
  next(last: number): number | undefined {
    const thread = last < 0 ? -1 : this.trace.events[last]!.thread;
    let free: number | undefined;
    for (const event of this.ready) {
      if (this.all[event] !== 0) continue;
      if (this.trace.events[event]!.thread === thread) return event;
      free ??= event;
    }
    return free ?? this.onCycle();
  }

  /**
   * Returns an event on a cycle. Called if every event that could come next should come after another one. The event
   * with the fewest ancestors is on a cycle, and nothing outside that cycle comes before it; of several, the one with
   * the fewest remaining predecessors is chosen.
   */
  private onCycle(): number | undefined {
    let best: number | undefined;
    let fewest = Infinity;
    for (const event of this.ready) {
      const effort = this.ancestors(event) * this.all.length + this.all[event]!;
      if (effort >= fewest) continue;
      best = event;
      fewest = effort;
    }
    return best;
  }

  private ancestors(event: number): number {
    const found = new Set<number>();
    const work = [event];
    for (let at = work.pop(); at !== undefined; at = work.pop()) {
      for (const from of this.before[at]!) {
        if (this.isTaken[from] === 1 || found.has(from)) continue;
        found.add(from);
        work.push(from);
      }
    }
    return found.size;
  }
}

/**
 * Computes how many writes each event has to look back: the writes that come later in coherence order but have already
 * taken place.
 */
class Placing {
  private readonly trace: Trace;
  /** Position of each writing event in the coherence order of its location. */
  private readonly rank = new Map<number, number>();
  /** Per location, the ranks of the writes that have taken place, ascending. */
  private readonly placed = new Map<number, number[]>();

  constructor(trace: Trace) {
    this.trace = trace;
    for (const row of trace.coherence) row.forEach((event, rank) => this.rank.set(event, rank));
  }

  step(event: number): Step {
    const { states, events } = this.trace;
    const { state, thread, source, wrote } = events[event]!;
    const placed = this.placedAt(states.location[state]!);
    // A read looks back to its source. A read-modify-write comes right after its source.
    const from = source === undefined ? (this.rank.get(event) ?? Infinity) : (this.rank.get(source) ?? -1);
    let choice = 0;
    while (choice < placed.length && placed[placed.length - 1 - choice]! > from) choice++;
    if (wrote !== undefined) placed.splice(placed.length - choice, 0, this.rank.get(event)!);
    const isStore = choice !== 0 && states.kind[state] === STORE;
    return { kind: 'run', thread: states.threads.handles[thread]!, choice, ...(isStore && { isStore }) };
  }

  private placedAt(location: number): number[] {
    const known = this.placed.get(location);
    if (known !== undefined) return known;
    const ranks: number[] = [];
    if (location >= 0) this.placed.set(location, ranks);
    return ranks;
  }
}
