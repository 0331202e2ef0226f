import type { MemoryOrder, ModelName } from '@fencepost/core';
import { grown, modelNamed } from '@fencepost/core';
import { HappensBefore } from './happens-before.js';
import type { ModelOrder } from './model-order.js';
import { MultiCopyOrder } from './multi-copy-order.js';
import { PreservedOrder } from './preserved-order.js';
import { Places } from './places.js';
import { SynchronisedOrder } from './synchronised-order.js';
import { RecordedThreads } from './threads.js';
import type { HistoryRoom } from './write-history.js';
import { FORGOTTEN, INITIAL_WRITE, NO_SITE, WriteHistory } from './write-history.js';

const FIRST_THREADS = 8;
const FIRST_SLOTS = 1024;

/** State of an execution for monitors: both orders, and the writes that an operation could still precede. */
export class WatchedRun {
  readonly history: WriteHistory;
  readonly places = new Places();
  readonly threads: RecordedThreads;
  readonly happensBefore = new HappensBefore(FIRST_THREADS);
  readonly orders: readonly ModelOrder[];
  /** By slot of a place: its last write. */
  latest: Int32Array = new Int32Array(FIRST_SLOTS);
  /** By slot: the oldest of its writes that are kept. */
  oldest: Int32Array = new Int32Array(FIRST_SLOTS);
  /** By slot: 1 if all its writes are read-modify-writes. */
  private onlyAtomic: Int32Array = new Int32Array(FIRST_SLOTS).fill(1);
  /** Number of threads for which there is room. */
  private width = FIRST_THREADS;
  private readonly room: HistoryRoom;

  constructor(models: readonly ModelName[], roots: number, room: HistoryRoom) {
    this.threads = new RecordedThreads(roots);
    this.room = room;
    const history = new WriteHistory(room.first);
    this.history = history;
    this.orders = models.map((model) => orderOf(model, history));
    this.fitThreads();
  }

  /** Returns the slot of a place that is accessed. */
  slot(place: number): number {
    const slot = this.places.slot(place);
    if (slot >= this.latest.length) {
      this.latest = grown(this.latest, slot + 1);
      this.oldest = grown(this.oldest, slot + 1);
      const before = this.onlyAtomic.length;
      this.onlyAtomic = grown(this.onlyAtomic, slot + 1).fill(1, before);
      this.happensBefore.fitSlots(this.latest.length);
      for (const order of this.orders) order.fitSlots(this.latest.length);
    }
    return slot;
  }

  /** Handles a read of the last write of a place. */
  read(t: number, slot: number, code: number, failureOrder?: MemoryOrder): void {
    const { orders } = this;
    for (let i = 0; i < orders.length; i++) orders[i]!.access(t, slot, code, this.latest[slot]!, 0, failureOrder);
    this.happensBefore.readBy(t, slot);
  }

  /**
   * Returns whether all writes of the place are read-modify-writes, as for counters and locks. An operation that writes
   * cannot come before one of these.
   */
  isOnlyAtomic(slot: number): boolean {
    return this.onlyAtomic[slot] === 1;
  }

  /** Handles a write; the caller fills in its value. */
  write(t: number, slot: number, code: number, atomic: boolean): number {
    const { history, orders } = this;
    const latest = this.latest[slot]!;
    const written = this.take(t, slot, atomic);
    for (let i = 0; i < orders.length; i++) orders[i]!.access(t, slot, code, latest, written);
    this.happensBefore.writeBy(t, slot, history.index[written]!);
    this.latest[slot] = written;
    return written;
  }

  /**
   * Handles a write by code without hooks, which t observes; the caller fills in its value. The write is not part of
   * happens-before, as its writer and time are unknown.
   */
  writeOutside(t: number, slot: number): number {
    const { history } = this;
    const latest = this.latest[slot]!;
    const isAnother = history.site[latest] === NO_SITE && history.writer[latest] === t;
    const written = isAnother ? latest : this.take(t, slot, false);
    for (const order of this.orders) order.seeOutside(t, slot, latest, written);
    this.latest[slot] = written;
    return written;
  }

  spawn(child: number): void {
    this.threads.spawn(child);
    this.fitThreads();
  }

  free(place: number): void {
    const slot = this.places.find(place);
    if (slot < 0) return;
    this.history.dropAll(this.latest[slot]!, this.onDrop);
    this.latest[slot] = INITIAL_WRITE;
    this.onlyAtomic[slot] = 1;
    this.happensBefore.dropSlot(slot);
    for (const order of this.orders) order.dropSlot(slot);
    this.places.drop(place);
  }

  /** Allocates a write of t, after the last one of the place. */
  private take(t: number, slot: number, atomic: boolean): number {
    const { history } = this;
    if (!atomic) this.onlyAtomic[slot] = 0;
    if (history.left === 0) this.collect();
    const written = history.take();
    history.previous[written] = this.latest[slot]!;
    if (this.latest[slot] === INITIAL_WRITE) this.oldest[slot] = written;
    history.writer[written] = t;
    history.index[written] = this.happensBefore.nextTime(t);
    history.atomic[written] = atomic ? 1 : 0;
    return written;
  }

  private fitThreads(): void {
    const { count } = this.threads;
    // The width of clocks must be a power of two.
    let { width } = this;
    while (width < count) width *= 2;
    if (width === this.width) return;
    this.width = width;
    this.happensBefore.fitThreads(width);
    for (const order of this.orders) order.fitThreads(width);
  }

  /** Makes room for writes: half of it becomes free, or it doubles, so a write costs amortised constant time. */
  private collect(): void {
    const { history } = this;
    this.cutSettled();
    if (history.left >= history.capacity >> 1) return;
    if (history.capacity >= this.room.most) this.forgetOldest();
    if (history.left <= history.capacity >> 2) history.grow();
  }

  /** Drops writes that no thread can precede any more, whatever it does: they are older than a settled one. */
  private cutSettled(): void {
    const { history, latest, places } = this;
    for (let slot = 0; slot < places.count; slot++) {
      for (let write = latest[slot]!; write > INITIAL_WRITE; write = history.previous[write]!) {
        if (history.previous[write]! <= INITIAL_WRITE || !this.isSettled(write)) continue;
        history.cut(write, INITIAL_WRITE, this.onDrop);
        this.oldest[slot] = write;
        break;
      }
    }
  }

  private isSettled(write: number): boolean {
    return this.orders.every((order) => this.threads.live.every((t) => order.isSettled(write, t)));
  }

  private forgetOldest(): void {
    const { history, latest, places } = this;
    for (let slot = 0; slot < places.count; slot++) {
      let write = latest[slot]!;
      for (let kept = 1; kept < this.room.perPlace && write > INITIAL_WRITE; kept++) write = history.previous[write]!;
      if (write > INITIAL_WRITE && history.previous[write] !== INITIAL_WRITE) {
        history.cut(write, FORGOTTEN, this.onDrop);
        this.oldest[slot] = write;
      }
    }
  }

  private readonly onDrop = (write: number): void => {
    for (const order of this.orders) order.dropWrite(write);
  };
}

function orderOf(model: ModelName, history: WriteHistory): ModelOrder {
  if (modelNamed(model).communication === 'release-acquire') return new SynchronisedOrder(history, FIRST_THREADS);
  if (modelNamed(model).splitsAtomics === true) return new MultiCopyOrder(model, history, FIRST_THREADS);
  return new PreservedOrder(model, history, FIRST_THREADS);
}
