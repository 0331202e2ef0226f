import type { Departure } from '../monitor/findings.js';

/** An event of a cycle, and the write it read (-1: the initial value, or it read nothing). */
export interface CycleEvent {
  readonly event: number;
  readonly source: number;
}

/** The part of a cycle in one thread: its first and last event. */
export interface Segment {
  readonly thread: number;
  readonly from: number;
  readonly to: number;
}

/** The happens-before cycle of a departure. */
export interface FoundCycle {
  readonly departure: Departure;
  /** All events at which the cycle changes threads, including the operation and the write. */
  readonly events: readonly CycleEvent[];
  readonly segments: readonly Segment[];
}

/** The path by which a thread was first reached with this number of changes of threads. */
interface Reached {
  readonly depth: number;
  readonly thread: number;
  /** The event of this thread; -1 if it is the thread's first one, which is not known yet. */
  readonly entry: CycleEvent;
  /** The event of the other thread before it, and the path to that thread. */
  readonly before: { readonly exit: CycleEvent; readonly reached: Reached } | undefined;
}

interface Access {
  readonly at: CycleEvent;
  readonly reached: Reached;
}

/**
 * Searches the happens-before path from a write to the last operation of a thread that departs from SC, with the fewest
 * changes of threads, while events are reported. A thread keeps only its best path from the write, a place only the
 * best accesses that pass it on.
 */
export class CycleSearch {
  readonly departure: Departure;
  private readonly threads = new Map<number, Reached>();
  private readonly lastEvent = new Map<number, CycleEvent>();
  private readonly writes = new Map<number, Access>();
  private readonly reads = new Map<number, Access>();
  /** The write before the write of the departure. */
  private sourceOfWrite = -1;

  constructor(departure: Departure) {
    this.departure = departure;
  }

  /** Handles a memory access; `source` is the last write of the place before it. */
  access(event: number, thread: number, place: number, source: number, writes: boolean): void {
    const { departure } = this;
    if (event < departure.write || event >= departure.event) return;
    const at: CycleEvent = { event, source };
    if (event === departure.write) {
      this.sourceOfWrite = source;
      this.threads.set(thread, { depth: 0, thread, entry: at, before: undefined });
    } else {
      this.reach(thread, at, this.writes.get(place));
      if (writes) this.reach(thread, at, this.reads.get(place));
    }
    this.noteEvent(thread, at);
    const reached = this.threads.get(thread);
    if (reached === undefined) return;
    const access: Access = { at, reached };
    if (writes) {
      this.writes.set(place, access);
      this.reads.delete(place);
    } else if (reached.depth < (this.reads.get(place)?.reached.depth ?? Infinity)) this.reads.set(place, access);
  }

  spawn(event: number, thread: number, child: number): void {
    if (event < this.departure.write || event >= this.departure.event) return;
    const at: CycleEvent = { event, source: -1 };
    this.noteEvent(thread, at);
    const reached = this.threads.get(thread);
    if (reached !== undefined) this.reach(child, { event: -1, source: -1 }, { at, reached });
  }

  join(event: number, thread: number, child: number): void {
    if (event < this.departure.write || event >= this.departure.event) return;
    const at: CycleEvent = { event, source: -1 };
    const reached = this.threads.get(child);
    const last = this.lastEvent.get(child);
    if (reached !== undefined && last !== undefined) this.reach(thread, at, { at: last, reached });
    this.noteEvent(thread, at);
  }

  fence(event: number, thread: number): void {
    if (event >= this.departure.write && event < this.departure.event) this.noteEvent(thread, { event, source: -1 });
  }

  /** Returns the cycle; call it when the operation of the departure is next. */
  found(): FoundCycle {
    const { departure } = this;
    let reached = this.threads.get(departure.thread);
    if (reached === undefined) throw new Error('an SC violation has no cycle');
    const operation: CycleEvent = { event: departure.event, source: this.sourceOfWrite };
    const events = [operation];
    const segments: Segment[] = [];
    for (let exit = operation; ;) {
      events.push(reached.entry);
      segments.push({ thread: reached.thread, from: reached.entry.event, to: exit.event });
      if (reached.before === undefined) break;
      exit = reached.before.exit;
      events.push(exit);
      reached = reached.before.reached;
    }
    return { departure, events, segments };
  }

  private reach(thread: number, entry: CycleEvent, from: Access | undefined): void {
    if (from === undefined || from.reached.thread === thread) return;
    const depth = from.reached.depth + 1;
    if (depth >= (this.threads.get(thread)?.depth ?? Infinity)) return;
    this.threads.set(thread, { depth, thread, entry, before: { exit: from.at, reached: from.reached } });
  }

  private noteEvent(thread: number, at: CycleEvent): void {
    this.lastEvent.set(thread, at);
    const reached = this.threads.get(thread);
    // This is the first event of a thread that was just started.
    if (reached?.entry.event === -1) this.threads.set(thread, { ...reached, entry: at });
  }
}
