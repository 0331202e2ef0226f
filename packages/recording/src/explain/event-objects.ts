import { JOIN_CODE, OUTSIDE_CODE, SPAWN_CODE, bigintOf } from '../encoding.js';
import type { FailedSwap, RecordedEvents, Swap } from '../events.js';
import type { RecordedEvent } from './recorded-event.js';

const NOTHING = { place: -1, value: 0n, expected: 0n, child: -1 };

/** Selects events; asked in their order. */
type IsWanted = (event: number, thread: number, isFence: boolean) => boolean;

/**
 * Makes objects of the events that `isWanted` selects by their numbers. An event that frees memory has a number but no
 * object.
 */
export class EventObjects implements RecordedEvents {
  private readonly isWanted: IsWanted;
  private readonly take: (event: RecordedEvent) => void;
  /** Number of events so far. */
  count = 0;

  constructor(isWanted: IsWanted, take: (event: RecordedEvent) => void) {
    this.isWanted = isWanted;
    this.take = take;
  }

  load(thread: number, place: number, code: number, site: number): void {
    const event = this.count++;
    if (this.isWanted(event, thread, false)) this.take({ ...NOTHING, kind: 'load', event, thread, place, code, site });
  }

  store(thread: number, place: number, code: number, site: number, low: number, high: number): void {
    const event = this.count++;
    if (!this.isWanted(event, thread, false)) return;
    this.take({ ...NOTHING, kind: 'store', event, thread, place, code, site, value: bigintOf(low, high) });
  }

  update(thread: number, place: number, code: number, site: number, low: number, high: number): void {
    const event = this.count++;
    if (!this.isWanted(event, thread, false)) return;
    this.take({ ...NOTHING, kind: 'update', event, thread, place, code, site, value: bigintOf(low, high) });
  }

  swap(thread: number, place: number, code: number, site: number, change: Swap): void {
    const event = this.count++;
    if (!this.isWanted(event, thread, false)) return;
    this.take({ kind: 'swap', event, thread, place, code, site, ...operands(change), child: -1 });
  }

  failedSwap(thread: number, place: number, code: number, site: number, change: FailedSwap): void {
    const event = this.count++;
    if (!this.isWanted(event, thread, false)) return;
    const { failureOrder } = change;
    this.take({ kind: 'failedSwap', event, thread, place, code, site, ...operands(change), failureOrder, child: -1 });
  }

  fence(thread: number, code: number, site: number): void {
    const event = this.count++;
    if (this.isWanted(event, thread, true)) this.take({ ...NOTHING, kind: 'fence', event, thread, code, site });
  }

  spawn(thread: number, child: number, site: number): void {
    const event = this.count++;
    if (!this.isWanted(event, thread, false)) return;
    this.take({ ...NOTHING, kind: 'spawn', event, thread, code: SPAWN_CODE, site, child });
  }

  join(thread: number, child: number, site: number): void {
    const event = this.count++;
    if (!this.isWanted(event, thread, false)) return;
    this.take({ ...NOTHING, kind: 'join', event, thread, code: JOIN_CODE, site, child });
  }

  free(): void {
    this.count++;
  }

  /** Handles a write by an unknown writer, which gets a separate thread. */
  outside(_thread: number, place: number, low: number, high: number): void {
    const event = this.count++;
    const thread = -1 - event;
    if (!this.isWanted(event, thread, false)) return;
    this.take({
      ...NOTHING,
      kind: 'store',
      event,
      thread,
      place,
      code: OUTSIDE_CODE,
      site: -1,
      value: bigintOf(low, high),
    });
  }
}

function operands(change: Swap): { readonly value: bigint; readonly expected: bigint } {
  return {
    value: bigintOf(change.low, change.high),
    expected: bigintOf(change.expectedLow, change.expectedHigh),
  };
}
