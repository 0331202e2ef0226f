import type { ModelName } from '@fencepost/core';
import { OBJECT, ORDERS, ORDER_BITS, failureOrderOf, orderInCode } from '@fencepost/core';
import type { FailedSwap, RecordedEvents, Swap } from '../events.js';
import { JOIN_CODE, SPAWN_CODE, bigintOf } from '../encoding.js';
import type { DeparturePair } from './findings.js';
import { Findings, valueKey } from './findings.js';
import type { ModelOrder } from './model-order.js';
import { WatchedRun } from './watched-run.js';
import { FORGOTTEN, HISTORY_ROOM, INITIAL_WRITE, NO_SITE } from './write-history.js';

// Kinds of operations, wherever they are placed.
const READS = 0;
const WRITES = 1;
const SWAPS = 2;

const NO_THREAD = -1;

/** The bits of a code that have its order. */
const ORDERS_MASK = (1 << ORDER_BITS) - 1;

/** Information that a monitor needs in addition to the events. */
export interface MonitoredRecording {
  /** Threads 0 to roots - 1 exist from the start. */
  readonly roots: number;
  /** Returns the value of a place before the first write, if known. */
  readonly initialValue: (place: number) => bigint | undefined;
}

/**
 * Finds the operations of an SC execution that could have been the first to violate SC under a model: event by event,
 * in time linear in the events. An operation of thread t is reported with a write n of its place if
 *
 * - n happens before t's last operation, so under SC the operation comes after n (Burckhardt and Musuvathi, CAV 2008,
 *   Lemma 1, part 1), and
 * - n is not before it in the order that the model preserves, and t's own writes to the place are older than n.
 *
 * Both orders include coherence. So the writes that happen before, and those that the model puts before, are the oldest
 * ones of the place, and those in between are reported. The walk from the latest write back ends at the thread's own
 * last access: a thread visits every write once.
 */
export class EventMonitor implements RecordedEvents {
  private readonly run: WatchedRun;
  private readonly findings: readonly Findings[];
  private readonly recording: MonitoredRecording;
  /** Number of events. */
  events = 0;
  /** Number of checks that a dropped older write might have decided. */
  undecided = 0;
  /** The thread of the last event, if that was local. */
  private lastLocal = NO_THREAD;

  constructor(models: readonly ModelName[], recording: MonitoredRecording, room = HISTORY_ROOM) {
    this.recording = recording;
    this.run = new WatchedRun(models, recording.roots, room);
    this.findings = models.map((model) => new Findings(model));
  }

  get departures(): readonly DeparturePair[] {
    return this.findings.flatMap((each) => each.all);
  }

  get threads(): number {
    return this.run.threads.count;
  }

  load(thread: number, place: number, code: number, site: number): void {
    const slot = this.begin(thread, place);
    this.check(thread, slot, code, site, READS);
    this.run.read(thread, slot, code);
    this.events++;
  }

  store(thread: number, place: number, code: number, site: number, low: number, high: number): void {
    const slot = this.begin(thread, place);
    this.check(thread, slot, code, site, WRITES);
    this.write(thread, slot, code, site, low, high, false);
  }

  update(thread: number, place: number, code: number, site: number, low: number, high: number): void {
    const slot = this.begin(thread, place);
    // A step of a synchronisation object waits for its turn, so it is not checked.
    const isAsked = code >> ORDER_BITS !== OBJECT && !this.run.isOnlyAtomic(slot);
    if (isAsked) this.check(thread, slot, code, site, WRITES);
    this.write(thread, slot, code, site, low, high, true);
  }

  swap(thread: number, place: number, code: number, site: number, change: Swap): void {
    const slot = this.begin(thread, place);
    this.check(thread, slot, code, site, SWAPS, change);
    this.write(thread, slot, code, site, change.low, change.high, true);
  }

  failedSwap(thread: number, place: number, code: number, site: number, change: FailedSwap): void {
    const slot = this.begin(thread, place);
    this.check(thread, slot, code, site, SWAPS, change);
    this.run.read(thread, slot, code, change.failureOrder);
    this.events++;
  }

  local(thread: number, _site: number): void {
    this.events++;
    // For orders, several in a row are one.
    if (thread === this.lastLocal) return;
    this.lastLocal = thread;
    const { threads, orders } = this.run;
    threads.require(thread);
    for (let i = 0; i < orders.length; i++) orders[i]!.local(thread);
  }

  fence(thread: number, code: number, _site: number): void {
    this.lastLocal = NO_THREAD;
    this.run.threads.require(thread);
    for (const order of this.run.orders) order.fence(thread, code);
    this.events++;
  }

  spawn(thread: number, child: number, _site: number): void {
    this.lastLocal = NO_THREAD;
    this.run.threads.require(thread);
    this.run.spawn(child);
    this.run.happensBefore.spawn(thread, child);
    for (const order of this.run.orders) order.spawn(thread, child, SPAWN_CODE);
    this.events++;
  }

  join(thread: number, child: number, _site: number): void {
    this.lastLocal = NO_THREAD;
    this.run.threads.require(thread);
    this.run.threads.join(child);
    this.run.happensBefore.join(thread, child);
    for (const order of this.run.orders) order.join(thread, child, JOIN_CODE);
    this.events++;
  }

  free(thread: number, place: number, _site: number): void {
    this.run.threads.require(thread);
    this.run.free(place);
    this.events++;
  }

  outside(thread: number, place: number, low: number, high: number): void {
    const { history } = this.run;
    const written = this.run.writeOutside(thread, this.begin(thread, place));
    history.site[written] = NO_SITE;
    history.event[written] = this.events++;
    history.low[written] = low;
    history.high[written] = high;
  }

  private begin(thread: number, place: number): number {
    this.lastLocal = NO_THREAD;
    this.run.threads.require(thread);
    return this.run.slot(place);
  }

  private write(
    thread: number,
    slot: number,
    code: number,
    site: number,
    low: number,
    high: number,
    atomic: boolean,
  ): void {
    const written = this.run.write(thread, slot, code, atomic);
    const { history } = this.run;
    history.site[written] = site;
    history.event[written] = this.events++;
    history.low[written] = low;
    history.high[written] = high;
  }

  private check(t: number, slot: number, code: number, site: number, kind: number, change?: Swap | FailedSwap): void {
    const latest = this.run.latest[slot]!;
    if (latest === INITIAL_WRITE || this.run.history.writer[latest] === t) return;
    const { orders } = this.run;
    for (let i = 0; i < orders.length; i++) {
      if (!orders[i]!.isBefore(latest, t, code)) this.walk(i, orders[i]!, t, slot, code, site, kind, change);
    }
  }

  private walk(
    model: number,
    order: ModelOrder,
    t: number,
    slot: number,
    code: number,
    site: number,
    kind: number,
    change: Swap | FailedSwap | undefined,
  ): void {
    const { history, happensBefore, latest, places } = this.run;
    if (this.isFirstLook(t, slot)) return;
    let write = latest[slot]!;
    let beforeIf = 0;
    for (; write > INITIAL_WRITE; write = history.previous[write]!) {
      const writer = history.writer[write]!;
      if (writer === t || order.isBefore(write, t, code)) return;
      beforeIf |= order.beforeIf(write, t, slot);
      if (history.site[write] === NO_SITE) continue;
      if (!happensBefore.isBeforeLast(t, writer, history.index[write]!)) continue;
      if (order.isRace(write, code) || !this.canPrecede(write, slot, kind, change)) continue;
      if (beforeIf !== 0 && (beforeIf & this.asksBefore(order, write, slot, code, kind, change)) !== 0) continue;
      const at = write;
      const before = history.previous[write]!;
      const outcome = {
        value: before > INITIAL_WRITE ? valueKey(history.low[before]!, history.high[before]!) : undefined,
        fails: kind === SWAPS && change !== undefined && this.failsBefore(write, slot, change) === true,
      };
      this.findings[model]!.add(this.events, site, history.site[write]!, t, writer, outcome, () => ({
        event: this.events,
        write: history.event[at]!,
        thread: t,
        writer,
        place: places.place[slot]!,
      }));
    }
    if (write === FORGOTTEN) this.undecided++;
  }

  /**
   * Returns whether no write of the place happens before the thread's last operation. It suffices to test the oldest,
   * which happens before all others. So a thread need not visit all writes of a place that many threads write.
   */
  private isFirstLook(t: number, slot: number): boolean {
    const { history, happensBefore, oldest } = this.run;
    const write = oldest[slot]!;
    if (history.previous[write] !== INITIAL_WRITE || history.site[write] === NO_SITE) return false;
    return !happensBefore.isBeforeLast(t, history.writer[write]!, history.index[write]!);
  }

  /**
   * Returns whether the operation can come before the write. No operation that writes comes between a read-modify-write
   * and the write it read. A swap may fail with the value there.
   */
  private canPrecede(write: number, slot: number, kind: number, change: Swap | undefined): boolean {
    if (kind === READS || this.run.history.atomic[write] === 0) return true;
    return kind !== WRITES && change !== undefined && this.failsBefore(write, slot, change) === true;
  }

  /** Returns whether a compare-and-swap that comes before the write fails; undefined if it would find an unknown value. */
  private failsBefore(write: number, slot: number, change: Swap): boolean | undefined {
    const { history, places } = this.run;
    const before = history.previous[write]!;
    if (before > INITIAL_WRITE) {
      return history.low[before] !== change.expectedLow || history.high[before] !== change.expectedHigh;
    }
    if (before === FORGOTTEN) return undefined;
    const initial = this.recording.initialValue(places.place[slot]!);
    return initial === undefined ? undefined : initial !== bigintOf(change.expectedLow, change.expectedHigh);
  }

  /**
   * Returns what the operation asks of the order if it comes before the write: both, if it is unknown whether it fails. A
   * recording has the order of a failure only if there was one; it follows from the other as in C, otherwise.
   */
  private asksBefore(
    order: ModelOrder,
    write: number,
    slot: number,
    code: number,
    kind: number,
    change: Swap | FailedSwap | undefined,
  ): number {
    const asked = order.asks(code, kind !== READS);
    if (kind !== SWAPS || change === undefined) return asked;
    const fails = this.failsBefore(write, slot, change);
    if (fails === false) return asked;
    const failure = 'failureOrder' in change ? change.failureOrder : failureOrderOf(orderInCode(code));
    const askedByFailure = order.asks((code & ~ORDERS_MASK) | ORDERS.indexOf(failure), false);
    return fails === true ? askedByFailure : asked | askedByFailure;
  }
}
