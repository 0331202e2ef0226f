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

  isWanted(event: number, thread: number): boolean {
    return this.own.has(event) || this.sources.has(event) || this.segmentOf(event, thread) >= 0;
  }

  take(event: RecordedEvent): void {
    if (this.own.has(event.event)) this.collected.push(event);
    else if (this.sources.has(event.event)) {
      // The value read by a write does not matter if only its own value is shown.
      this.collected.push(writes(event) && event.kind === 'swap' ? { ...event, kind: 'update' } : event);
    } else if (event.kind === 'fence') {
      const segment = this.segmentOf(event.event, event.thread);
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
  return new EventObjects(
    (event, thread) => all.some((each) => each.isWanted(event, thread)),
    (event) => {
      for (const each of all) if (each.isWanted(event.event, event.thread)) each.take(event);
    },
  );
}
