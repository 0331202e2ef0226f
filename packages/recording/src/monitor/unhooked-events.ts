import { FENCE, OBJECT, ORDERS, ORDER_BITS } from '@fencepost/core';
import type { FailedSwap, RecordedEvents, Swap } from '../events.js';

const FULL_FENCE = (FENCE << ORDER_BITS) | ORDERS.indexOf('seq_cst');
const OBJECT_STEP = (OBJECT << ORDER_BITS) | ORDERS.indexOf('acq_rel');
/** Place of the object by which unrecorded code synchronises. Places of the recording come after it. */
const UNSEEN = 0;

/**
 * The events as they would be if unrecorded code had synchronised everything it could: before and after each event of
 * some sites, its thread executes a fence and a step of one object. Departures and races that monitors still find are
 * not explained by unrecorded synchronisation.
 */
export class UnhookedEvents implements RecordedEvents {
  /** By site: 1 if unrecorded synchronisation may have happened near it. */
  private readonly isNear: Uint8Array;

  constructor(
    sites: readonly number[],
    private readonly events: RecordedEvents,
  ) {
    this.isNear = new Uint8Array(1 + sites.reduce((most, site) => Math.max(most, site), 0));
    for (const site of sites) this.isNear[site] = 1;
  }

  load(thread: number, place: number, code: number, site: number): void {
    this.perhaps(thread, site);
    this.events.load(thread, place + 1, code, site);
    this.perhaps(thread, site);
  }

  store(thread: number, place: number, code: number, site: number, low: number, high: number): void {
    this.perhaps(thread, site);
    this.events.store(thread, place + 1, code, site, low, high);
    this.perhaps(thread, site);
  }

  update(thread: number, place: number, code: number, site: number, low: number, high: number): void {
    this.perhaps(thread, site);
    this.events.update(thread, place + 1, code, site, low, high);
    this.perhaps(thread, site);
  }

  swap(thread: number, place: number, code: number, site: number, change: Swap): void {
    this.perhaps(thread, site);
    this.events.swap(thread, place + 1, code, site, change);
    this.perhaps(thread, site);
  }

  failedSwap(thread: number, place: number, code: number, site: number, change: FailedSwap): void {
    this.perhaps(thread, site);
    this.events.failedSwap(thread, place + 1, code, site, change);
    this.perhaps(thread, site);
  }

  local(thread: number, site: number): void {
    this.perhaps(thread, site);
    this.events.local!(thread, site);
    this.perhaps(thread, site);
  }

  fence(thread: number, code: number, site: number): void {
    this.events.fence(thread, code, site);
  }

  spawn(thread: number, child: number, site: number): void {
    this.events.spawn(thread, child, site);
  }

  join(thread: number, child: number, site: number): void {
    this.events.join(thread, child, site);
  }

  free(thread: number, place: number, site: number): void {
    this.perhaps(thread, site);
    this.events.free(thread, place + 1, site);
  }

  /** Whatever has synchronised the threads: it happened. */
  used(thread: number, place: number, site: number, by: number, freeSite: number): void {
    this.events.used?.(thread, place + 1, site, by, freeSite);
  }

  outside(thread: number, place: number, low: number, high: number): void {
    this.events.outside(thread, place + 1, low, high);
  }

  private perhaps(thread: number, site: number): void {
    if (this.isNear[site] !== 1) return;
    this.events.fence(thread, FULL_FENCE, site);
    this.events.update(thread, UNSEEN, OBJECT_STEP, site, thread + 1, 0);
  }
}
