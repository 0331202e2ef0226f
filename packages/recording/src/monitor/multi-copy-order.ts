import type { MemoryOrder, ModelName } from '@fencepost/core';
import {
  AFTER_FORWARDING_ATOMIC,
  AFTER_OWN_ACCESSES,
  AFTER_OWN_READS,
  AFTER_OWN_RELEASES,
  BECOMES_READ_BASE,
  ORDERS,
  ORDER_BITS,
  RELEASES,
  STORE,
  grown,
  preservedOrder,
} from '@fencepost/core';
import { ClockRows, ZERO } from './clock-rows.js';
import type { ModelOrder } from './model-order.js';
import { SourceReaders } from './source-readers.js';
import type { WriteHistory } from './write-history.js';
import { INITIAL_WRITE } from './write-history.js';

// What a write may come before: bits of `asks`.
const RELEASING = 1;
const ACQUIRING = 2;

/** Parts of a row: by thread, a number of its events, of its reads, of its acquiring reads. */
const PARTS = 3;
const READS_PART = 1;
const ACQUIRES_PART = 2;

/**
 * The order ob of ARMv8 in an SC execution: barriers, acquire and release, coherence, reads-from and from-reads between
 * threads. Answers whether a write comes before the next operation of a thread. A model of this kind keeps little of a
 * thread's order, so a row has three entries per thread: its events up to one that all of them precede (a barrier, a
 * write that releases); its reads up to one that all of these precede (a barrier for reads); its acquiring reads. A
 * write is before whatever is after a read of it by another thread, or after a later write of its place, which the walk
 * of the monitor visits first. docs/internals/monitors.md has the argument.
 */
export class MultiCopyOrder implements ModelOrder {
  private readonly table: Int32Array;
  private readonly history: WriteHistory;
  private readonly rows: ClockRows;
  private readonly readers = new SourceReaders();
  private width: number;
  // By thread, rows of what is before: all its later events; its last write that releases; a barrier for reads; a full one.
  private base = new Int32Array(8);
  private releases = new Int32Array(8);
  private reads = new Int32Array(8);
  private all = new Int32Array(8);
  /** By thread: number of its events. */
  private count = new Int32Array(8);
  // By slot of a place: rows of its last write, of the reads since, and of the reading part of that write.
  private write = new Int32Array(1024);
  private readsOf = new Int32Array(1024);
  private readPart = new Int32Array(1024);
  /** By write: its number among the events of its thread. */
  private numbers = new Int32Array(1024);

  constructor(model: ModelName, history: WriteHistory, threads: number) {
    this.table = preservedOrder(model);
    this.history = history;
    this.width = threads;
    this.rows = new ClockRows(PARTS * threads, () => [
      ...[this.base, this.releases, this.reads, this.all],
      ...[this.write, this.readsOf, this.readPart],
    ]);
  }

  fitThreads(threads: number): void {
    for (const column of ['base', 'releases', 'reads', 'all', 'count'] as const) {
      this[column] = grown(this[column], threads);
    }
    this.rows.widen(PARTS, threads);
    this.width = threads;
  }

  fitSlots(slots: number): void {
    for (const column of ['write', 'readsOf', 'readPart'] as const) this[column] = grown(this[column], slots);
  }

  isBefore(write: number, t: number): boolean {
    return this.readers.hasReader(write, t) || this.covers(this.base[t]!, write);
  }

  beforeIf(write: number, t: number): number {
    return (this.covers(this.all[t]!, write) ? RELEASING : 0) | (this.covers(this.releases[t]!, write) ? ACQUIRING : 0);
  }

  asks(code: number, writes: boolean): number {
    const flags = this.table[code]!;
    return (writes && (flags & RELEASES) !== 0 ? RELEASING : 0) | ((flags & AFTER_OWN_RELEASES) !== 0 ? ACQUIRING : 0);
  }

  /** Machines define no races. */
  isRace(): boolean {
    return false;
  }

  isSettled(write: number, t: number): boolean {
    return this.history.writer[write] === t || this.isBefore(write, t);
  }

  access(t: number, slot: number, code: number, latest: number, written: number, failureOrder?: MemoryOrder): void {
    const { rows } = this;
    rows.reserve(24);
    const kind = code >> ORDER_BITS;
    const number = ++this.count[t]!;
    let order = this.base[t]!;
    if (kind !== STORE) {
      const own = failureOrder === undefined ? code : (kind << ORDER_BITS) | ORDERS.indexOf(failureOrder);
      order = this.read(t, slot, this.table[own]!, latest, number);
      if (written === 0) this.readsOf[slot] = rows.join(this.readsOf[slot]!, order);
    }
    if (written !== 0) this.wrote(t, slot, order, kind === STORE, (this.table[code]! & RELEASES) !== 0, written);
  }

  /** The order of these accesses is that of the accesses around them. */
  local(): void {
    // Nothing to do.
  }

  /** Whatever has synchronised the writer with t was not recorded: the write is one of t, and synchronises. */
  seeOutside(t: number, slot: number, latest: number, written: number): void {
    const { rows } = this;
    rows.reserve(24);
    const number = ++this.count[t]!;
    if (latest !== INITIAL_WRITE) this.readers.add(latest, t, number, true);
    const before = rows.join(rows.join(this.write[slot]!, this.readsOf[slot]!), this.base[t]!);
    this.base[t] = rows.with(before, ACQUIRES_PART * this.width + t, number);
    this.all[t] = rows.join(this.all[t]!, this.base[t]);
    this.wrote(t, slot, this.base[t], true, true, written);
  }

  fence(t: number, code: number): void {
    const flags = this.table[code]!;
    this.rows.reserve(12);
    if ((flags & AFTER_OWN_ACCESSES) !== 0) this.base[t] = this.withAll(t);
    else if ((flags & AFTER_OWN_READS) !== 0) {
      const { rows, width } = this;
      const number = this.count[t]!;
      const reads = rows.with(rows.join(this.base[t]!, this.reads[t]!), READS_PART * width + t, number);
      this.base[t] = rows.with(reads, ACQUIRES_PART * width + t, number);
    }
    this.all[t] = this.rows.join(this.all[t]!, this.base[t]!);
  }

  /** Starting a thread is a full barrier, and so is joining one. */
  spawn(t: number, child: number): void {
    this.rows.reserve(12);
    this.base[t] = this.base[child] = this.all[child] = this.withAll(t);
  }

  join(t: number, child: number): void {
    this.rows.reserve(24);
    this.base[t] = this.all[t] = this.rows.join(this.withAll(t), this.withAll(child));
  }

  dropSlot(slot: number): void {
    this.write[slot] = this.readsOf[slot] = this.readPart[slot] = ZERO;
  }

  dropWrite(write: number): void {
    this.readers.drop(write);
  }

  /** Handles a read, or the reading part of an atomic; returns the row of what is before it. */
  private read(t: number, slot: number, flags: number, latest: number, number: number): number {
    const { rows, history } = this;
    const acquires = (flags & BECOMES_READ_BASE) !== 0;
    let order = this.base[t]!;
    if ((flags & AFTER_OWN_RELEASES) !== 0) order = rows.join(order, this.releases[t]!);
    if (latest !== INITIAL_WRITE) {
      const forwards = history.writer[latest] === t;
      if (!forwards) {
        order = rows.join(order, this.write[slot]!);
        this.readers.add(latest, t, number, acquires);
      } else if ((flags & AFTER_FORWARDING_ATOMIC) !== 0 && history.atomic[latest] === 1) {
        order = rows.join(order, this.readPart[slot]!);
        const source = history.previous[latest]!;
        if (source > INITIAL_WRITE && history.writer[source] !== t) this.readers.add(source, t, number, true);
      }
    }
    if (acquires) this.base[t] = rows.with(order, ACQUIRES_PART * this.width + t, number);
    else this.reads[t] = rows.join(this.reads[t]!, order);
    this.all[t] = rows.join(this.all[t]!, acquires ? this.base[t]! : order);
    return order;
  }

  /** `order`: what is before the write, without other accesses of its place. */
  private wrote(t: number, slot: number, order: number, only: boolean, releases: boolean, written: number): void {
    const { rows } = this;
    if (written >= this.numbers.length) this.numbers = grown(this.numbers, written + 1);
    this.numbers[written] = this.count[t]!;
    let own = rows.join(rows.join(order, this.write[slot]!), this.readsOf[slot]!);
    if (releases) own = this.releases[t] = rows.join(own, this.withAll(t));
    this.write[slot] = own;
    this.readsOf[slot] = ZERO;
    this.readPart[slot] = only ? ZERO : order;
    this.all[t] = rows.join(this.all[t]!, own);
  }

  /** Returns the row of all events of t so far, and what is before them. */
  private withAll(t: number): number {
    const { rows, width } = this;
    const number = this.count[t]!;
    if (number === 0) return this.all[t]!;
    let row = rows.with(this.all[t]!, t, number);
    row = rows.with(row, READS_PART * width + t, number);
    return rows.with(row, ACQUIRES_PART * width + t, number);
  }

  private covers(row: number, write: number): boolean {
    if (row === ZERO) return false;
    const { rows, width } = this;
    if (rows.get(row, this.history.writer[write]!) >= this.numbers[write]!) return true;
    return this.readers.isReached(write, rows, row, READS_PART * width, ACQUIRES_PART * width);
  }
}
