import { OBJECT, ORDER_BITS, orderInCode } from '@fencepost/core';
import type { FailedSwap, RecordedEvents, Swap } from '../events.js';
import { Places } from '../monitor/places.js';
import { sitePair } from '../monitor/site-pair.js';
import { END } from '../monitor/lists.js';
import { Accesses, IS_PLAIN, IS_WRITE } from './accesses.js';
import { Synchronisation } from './synchronisation.js';

/** All races of two sites. */
export interface RacePair {
  /** Sites of the access that came first in the first race, and of the other. */
  readonly site: number;
  readonly otherSite: number;
  count: number;
  /** The threads and the place of the first race. */
  readonly thread: number;
  readonly otherThread: number;
  readonly place: number;
  /** Number of the later access among the events. */
  readonly event: number;
  /** Whether the first access has freed the memory, and the other one came after it, perhaps by the same thread. */
  readonly isAfterFree?: true;
  /** Whether unrecorded synchronisation may explain all of them. */
  readonly isExcused?: boolean;
}

/**
 * The data races of an execution (C11, 5.1.2.4): two accesses to a place by different threads, at least one a write and
 * at least one plain, that happens-before does not order. Finds at least one race for every place that has one, and the
 * first one of each; not every pair, as a plain write stands for all accesses that happen before it (FastTrack:
 * Flanagan and Freund, PLDI 2009).
 */
export class RaceMonitor implements RecordedEvents {
  private readonly synchronisation: Synchronisation;
  private readonly accesses = new Accesses();
  private readonly places = new Places();
  private readonly pairs = new Map<number, RacePair>();
  private readonly usesAfterFree = new Map<string, RacePair>();
  private events = 0;

  constructor(roots: number) {
    this.synchronisation = new Synchronisation(roots);
  }

  get races(): readonly RacePair[] {
    return [...this.usesAfterFree.values(), ...this.pairs.values()];
  }

  load(thread: number, place: number, code: number, site: number): void {
    const slot = this.places.slot(place);
    const order = orderInCode(code);
    this.synchronisation.read(thread, slot, order);
    this.access(thread, slot, order === 'plain' ? IS_PLAIN : 0, site);
    this.events++;
  }

  store(thread: number, place: number, code: number, site: number): void {
    const slot = this.places.slot(place);
    const order = orderInCode(code);
    this.access(thread, slot, order === 'plain' ? IS_WRITE | IS_PLAIN : IS_WRITE, site);
    this.synchronisation.write(thread, slot, order, false);
    this.events++;
  }

  update(thread: number, place: number, code: number, site: number): void {
    const slot = this.places.slot(place);
    const order = orderInCode(code);
    this.synchronisation.read(thread, slot, order);
    if (code >> ORDER_BITS !== OBJECT) {
      this.access(thread, slot, order === 'plain' ? IS_WRITE | IS_PLAIN : IS_WRITE, site);
    }
    this.synchronisation.write(thread, slot, order, true);
    this.events++;
  }

  swap(thread: number, place: number, code: number, site: number, _change: Swap): void {
    this.update(thread, place, code, site);
  }

  failedSwap(thread: number, place: number, code: number, site: number, change: FailedSwap): void {
    const slot = this.places.slot(place);
    const order = change.failureOrder;
    this.synchronisation.read(thread, slot, order);
    if (code >> ORDER_BITS !== OBJECT) this.access(thread, slot, order === 'plain' ? IS_PLAIN : 0, site);
    this.events++;
  }

  fence(thread: number, code: number, _site: number): void {
    this.synchronisation.fence(thread, orderInCode(code));
    this.events++;
  }

  spawn(thread: number, child: number, _site: number): void {
    this.synchronisation.spawn(thread, child);
    this.events++;
  }

  join(thread: number, child: number, _site: number): void {
    this.synchronisation.join(thread, child);
    this.events++;
  }

  local(_thread: number, _site: number): void {
    this.events++;
  }

  /** Freeing memory must come after all accesses, like a write. */
  free(thread: number, place: number, site: number): void {
    const slot = this.places.find(place);
    if (slot >= 0) {
      this.access(thread, slot, IS_WRITE | IS_PLAIN, site);
      this.accesses.dropAll(slot);
      this.synchronisation.free(slot);
      this.places.drop(place);
    }
    this.events++;
  }

  used(thread: number, place: number, site: number, by: number, freeSite: number): void {
    const key = `${freeSite} ${site}`;
    const known = this.usesAfterFree.get(key);
    if (known !== undefined) known.count++;
    else {
      const found = { site: freeSite, otherSite: site, thread: by, otherThread: thread, place, event: this.events };
      this.usesAfterFree.set(key, { ...found, count: 1, isAfterFree: true });
    }
  }

  /** The writer may have been synchronised by means that are not recorded. */
  outside(thread: number, place: number): void {
    this.synchronisation.write(thread, this.places.slot(place), 'seq_cst', false);
    this.events++;
  }

  private access(thread: number, slot: number, kind: number, site: number): void {
    const { accesses, synchronisation } = this;
    const epoch = synchronisation.epoch(thread);
    if (accesses.isLast(slot, thread, kind, epoch, site)) return;
    const standsForAll = kind === (IS_WRITE | IS_PLAIN);
    let previous = END;
    for (let at = accesses.first(slot); at !== END;) {
      const next = accesses.next(at);
      const other = accesses.thread[at]!;
      let isDropped = standsForAll;
      if (other === thread) isDropped ||= accesses.kind[at] === kind;
      else if (!synchronisation.isBefore(other, accesses.epoch[at]!, thread)) {
        isDropped = false;
        if ((kind | accesses.kind[at]!) === (IS_WRITE | IS_PLAIN)) {
          this.add(accesses.site[at]!, site, other, thread, slot);
        }
      }
      if (isDropped) accesses.drop(slot, at, previous);
      else previous = at;
      at = next;
    }
    accesses.add(slot, thread, kind, epoch, site);
  }

  private add(site: number, otherSite: number, thread: number, otherThread: number, slot: number): void {
    const key = sitePair(Math.min(site, otherSite), Math.max(site, otherSite));
    const known = this.pairs.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const place = this.places.place[slot]!;
    this.pairs.set(key, { site, otherSite, count: 1, thread, otherThread, place, event: this.events });
  }
}
