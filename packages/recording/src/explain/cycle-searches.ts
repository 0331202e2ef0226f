import { grown } from '@fencepost/core';
import type { RecordedEvents } from '../events.js';
import type { Departure } from '../monitor/findings.js';
import type { FoundCycle } from './cycle-search.js';
import { CycleSearch } from './cycle-search.js';

const NONE = -1;

/** Searches the cycles of many departures in one pass. A search has no cost before its write has happened. */
export class CycleSearches implements RecordedEvents {
  readonly cycles: FoundCycle[] = [];
  /** Searches not begun yet, the next one last. */
  private readonly waiting: CycleSearch[];
  private active: CycleSearch[] = [];
  /** The event at which the next active search ends. */
  private nextEnd = Infinity;
  private count = 0;
  /** Last write, by place. */
  private lastWrite: Int32Array = new Int32Array(1024).fill(NONE);

  constructor(departures: readonly Departure[]) {
    this.waiting = departures
      .map((departure) => new CycleSearch(departure))
      .toSorted((a, b) => b.departure.write - a.departure.write);
  }

  /** Whether all cycles are found. */
  get isDone(): boolean {
    return this.waiting.length + this.active.length === 0;
  }

  load(thread: number, place: number): void {
    this.access(thread, place, false);
  }

  store(thread: number, place: number): void {
    this.access(thread, place, true);
  }

  update(thread: number, place: number): void {
    this.access(thread, place, true);
  }

  swap(thread: number, place: number): void {
    this.access(thread, place, true);
  }

  failedSwap(thread: number, place: number): void {
    this.access(thread, place, false);
  }

  fence(thread: number): void {
    const event = this.begin();
    for (const search of this.active) search.fence(event, thread);
  }

  spawn(thread: number, child: number): void {
    const event = this.begin();
    for (const search of this.active) search.spawn(event, thread, child);
  }

  join(thread: number, child: number): void {
    const event = this.begin();
    for (const search of this.active) search.join(event, thread, child);
  }

  free(): void {
    this.begin();
  }

  outside(_thread: number, place: number): void {
    const event = this.begin();
    this.fit(place);
    this.lastWrite[place] = event;
  }

  private fit(place: number): void {
    if (place < this.lastWrite.length) return;
    const before = this.lastWrite.length;
    this.lastWrite = grown(this.lastWrite, place + 1);
    this.lastWrite.fill(NONE, before);
  }

  private access(thread: number, place: number, writes: boolean): void {
    const event = this.begin();
    this.fit(place);
    const source = this.lastWrite[place]!;
    for (const search of this.active) search.access(event, thread, place, source, writes);
    if (writes) this.lastWrite[place] = event;
  }

  private begin(): number {
    const event = this.count++;
    while (this.waiting.length > 0 && this.waiting.at(-1)!.departure.write === event) {
      const search = this.waiting.pop()!;
      this.active.push(search);
      this.nextEnd = Math.min(this.nextEnd, search.departure.event);
    }
    if (event === this.nextEnd) this.finish(event);
    return event;
  }

  private finish(event: number): void {
    for (const search of this.active) if (search.departure.event === event) this.cycles.push(search.found());
    this.active = this.active.filter(({ departure }) => departure.event !== event);
    this.nextEnd = this.active.reduce((least, { departure }) => Math.min(least, departure.event), Infinity);
  }
}
