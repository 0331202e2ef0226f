import { OBJECT, ORDER_BITS, STORE, acquires, orderInCode, releases } from '@fencepost/core';
import type { FailedSwap, RecordedEvents, Swap } from '../events.js';
import { TRIED } from '../format/layout.js';
import { Places } from '../monitor/places.js';
import { IS_PLAIN, IS_WRITE } from '../races/accesses.js';
import { CriticalSections } from './critical-sections.js';
import { HeldSets } from './held-sets.js';
import { Mutexes } from './mutexes.js';
import type { LastEvent } from './predicted.js';
import { TraceOrder } from './trace-order.js';

/** What is done with the events of a trace; each is told before the order has it. */
export interface TraceUser {
  /** An access that may race. */
  access(t: number, slot: number, place: number, kind: number, site: number, event: number): void;
  /** A thread that holds these mutexes locks another, for which it might have waited. */
  request(event: LastEvent, mutex: number, place: number, held: number, time: number, row: number): void;
  /** The memory of this slot was freed. */
  drop(slot: number): void;
  /** Columns of rows of the order. */
  readonly rows: () => readonly Int32Array[];
}

/** Follows what the events of an execution need. */
export class TraceEvents implements RecordedEvents {
  readonly sections = new CriticalSections();
  readonly held = new HeldSets();
  readonly order: TraceOrder;
  /** Number of events. */
  events = 0;
  private readonly places = new Places();
  private readonly mutexes: Mutexes;
  private readonly user: TraceUser;

  constructor(roots: number, userOf: (trace: TraceEvents) => TraceUser) {
    this.order = new TraceOrder(() => [this.sections.row, ...this.user.rows()]);
    this.order.fitThreads(roots);
    this.mutexes = new Mutexes(this.order, this.sections, this.held, roots);
    this.user = userOf(this);
  }

  load(t: number, place: number, code: number, site: number): void {
    const slot = this.places.slot(place);
    if (code >> ORDER_BITS !== OBJECT) this.access(t, slot, place, orderInCode(code) === 'plain' ? IS_PLAIN : 0, site);
    this.order.read(t, slot);
    this.events++;
  }

  store(t: number, place: number, code: number, site: number): void {
    const slot = this.places.slot(place);
    this.access(t, slot, place, orderInCode(code) === 'plain' ? IS_WRITE | IS_PLAIN : IS_WRITE, site);
    this.order.wrote(t, slot);
    this.events++;
  }

  update(t: number, place: number, code: number, site: number, low: number): void {
    const slot = this.places.slot(place);
    const kind = code >> ORDER_BITS;
    if (kind === OBJECT || kind === STORE) this.step(t, slot, place, code, site, low);
    else {
      this.access(t, slot, place, orderInCode(code) === 'plain' ? IS_WRITE | IS_PLAIN : IS_WRITE, site);
      this.order.read(t, slot);
      this.order.wrote(t, slot);
    }
    this.events++;
  }

  swap(t: number, place: number, code: number, site: number, { low }: Swap): void {
    this.update(t, place, code, site, low);
  }

  failedSwap(t: number, place: number, code: number, site: number, { failureOrder }: FailedSwap): void {
    const slot = this.places.slot(place);
    if (code >> ORDER_BITS !== OBJECT) this.access(t, slot, place, failureOrder === 'plain' ? IS_PLAIN : 0, site);
    this.order.read(t, slot);
    this.events++;
  }

  // Fences and local accesses order nothing between threads that reads do not.
  fence(): void {
    this.events++;
  }

  local(): void {
    this.events++;
  }

  spawn(t: number, child: number): void {
    this.order.spawn(t, child);
    this.events++;
  }

  join(t: number, child: number): void {
    this.order.join(t, child);
    this.events++;
  }

  /** Freeing memory must come after all accesses, like a write. */
  free(t: number, place: number, site: number): void {
    const slot = this.places.find(place);
    if (slot >= 0) {
      this.access(t, slot, place, IS_WRITE | IS_PLAIN, site);
      this.order.time[t]!++;
      this.user.drop(slot);
      this.order.drop(slot);
      this.mutexes.free(slot);
      this.places.drop(place);
    }
    this.events++;
  }

  outside(t: number, place: number): void {
    this.order.outside(t, this.places.slot(place));
    this.events++;
  }

  private access(t: number, slot: number, place: number, kind: number, site: number): void {
    this.user.access(t, slot, place, kind, site, this.events);
  }

  /** Handles a step of a synchronisation object. */
  private step(t: number, slot: number, place: number, code: number, site: number, value: number): void {
    const { order, mutexes, held } = this;
    const memoryOrder = orderInCode(code);
    const locks = acquires(memoryOrder);
    const unlocks = releases(memoryOrder);
    if (locks === unlocks) mutexes.otherStep(t, slot);
    else if (unlocks) mutexes.release(t, slot, value);
    else {
      const before = held.of(t);
      const time = order.time[t]!;
      const row = order.needed[t]!;
      const mutex = mutexes.acquire(t, slot, value);
      if (mutex === undefined || before === 0 || (value & TRIED) !== 0) return;
      this.user.request({ thread: t, event: this.events, site }, mutex.number, place, before, time, row);
    }
  }
}
