import type { FoundCycle } from './cycle-search.js';
import { EventObjects } from './event-objects.js';
import type { RecordedEvent } from './recorded-event.js';
import { writes } from './recorded-event.js';

/** Maximum number of fences of a thread shown with the cycle. */
const MOST_FENCES = 8;

/** Collects the events that explain a cycle: its own, the writes they read, and fences between them. */
export class CycleEvents {
  readonly cycle: FoundCycle;
  private readonly own: ReadonlySet<number>;
  private readonly sources: ReadonlySet<number>;
  private readonly fences: number[];
  private readonly collected: RecordedEvent[] = [];

  constructor(cycle: FoundCycle) {
    this.cycle = cycle;
    this.own = new Set(cycle.events.map(({ event }) => event));
    this.sources = new Set(cycle.events.map(({ source }) => source));
    this.fences = cycle.segments.map(() => 0);
  }

  /** The events in the order of execution; the operation that departs is the last one. */
  get events(): readonly RecordedEvent[] {
    return this.collected;
  }

  /** The events that are part of the cycle, or were read by one. */
  get members(): readonly number[] {
    return [...this.own, ...this.sources];
  }

  /** Returns whether the event is between two events of the cycle in its thread. */
  isBetween(event: number, thread: number): boolean {
    return this.segmentOf(event, thread) >= 0;
  }

  take(event: RecordedEvent): void {
    if (this.own.has(event.event)) this.collected.push(event);
    else if (this.sources.has(event.event)) {
      // The value read by a write does not matter if only its own value is shown.
      this.collected.push(writes(event) && event.kind === 'swap' ? { ...event, kind: 'update' } : event);
    } else if (event.kind === 'fence') {
      const segment = this.segmentOf(event.event, event.thread);
      if (segment < 0) return;
      this.fences[segment]!++;
      if (this.fences[segment]! <= MOST_FENCES) this.collected.push(event);
    }
  }

  private segmentOf(event: number, thread: number): number {
    return this.cycle.segments.findIndex((each) => each.thread === thread && each.from < event && event < each.to);
  }
}

/** Returns a visitor that fills all of them in one pass. */
export function collecting(all: readonly CycleEvents[]): EventObjects {
  // Most events are not wanted, so the next one that is decides.
  const members = Int32Array.from(all.flatMap((each) => each.members)).toSorted();
  let next = 0;
  return new EventObjects(
    (event, thread, isFence) => {
      while (next < members.length && members[next]! < event) next++;
      return members[next] === event || (isFence && all.some((each) => each.isBetween(event, thread)));
    },
    (event) => {
      for (const each of all) each.take(event);
    },
  );
}
