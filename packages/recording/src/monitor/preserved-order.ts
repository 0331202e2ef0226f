import type { ModelName } from '@fencepost/core';
import {
  AFTER_OWN_LOCATION,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FENCE_FIRST,
  FencepostError,
  NO_EVENT,
  grown,
  preservedOrder,
  machineOf,
} from '@fencepost/core';
import { ClockRows, ZERO } from './clock-rows.js';
import { DirectReaders } from './direct-readers.js';
import type { ModelOrder } from './model-order.js';
import type { WriteHistory } from './write-history.js';
import { INITIAL_WRITE } from './write-history.js';

/**
 * The part of happens-before that a model preserves: preserved program order as in its table, reads-from between
 * threads, coherence, from-reads. Answers whether a write comes before the next operation of a thread.
 *
 * If stores of a thread reach memory in order (TSO), entry t of a clock is a number of writes of t. If they do not
 * (PSO), a clock over writes needs an entry per thread and place. This one does not: a thread learns of writes by its
 * reads, which are ordered, and by fences, before which all stores come. So a clock has two entries per thread: the
 * writes that a fence of t covers, and the **version** of t's read base. A write is before everything that is after a
 * fence of its writer, or after a version of a read base that has read it (`DirectReaders`), or a later write of its
 * place.
 */
export class PreservedOrder implements ModelOrder {
  readonly model: ModelName;
  private readonly table: Int32Array;
  private readonly perPlace: boolean;
  private readonly history: WriteHistory;
  private readonly rows: ClockRows;
  private readonly readers = new DirectReaders();
  private width: number;
  // By thread: clocks of its read base, its write base and (PSO) its stores; the version of its read base, its writes.
  private readBase = new Int32Array(8);
  private writeBase = new Int32Array(8);
  private ownStores = new Int32Array(8);
  private version = new Int32Array(8);
  private writes = new Int32Array(8);
  // By slot of a place: clocks of its last write, and of the reads since.
  private write = new Int32Array(1024);
  private reads = new Int32Array(1024);

  constructor(model: ModelName, history: WriteHistory, threads: number) {
    this.model = model;
    this.table = preservedOrder(model);
    this.perPlace = machineOf(model).buffers === 'location';
    this.history = history;
    this.width = threads;
    if (this.perPlace) this.requireFences();
    this.rows = new ClockRows(this.parts * threads, () => [
      this.readBase,
      this.writeBase,
      this.ownStores,
      this.write,
      this.reads,
    ]);
  }

  fitThreads(threads: number): void {
    for (const column of ['readBase', 'writeBase', 'ownStores', 'version', 'writes'] as const) {
      this[column] = grown(this[column], threads);
    }
    this.rows.widen(this.parts, threads);
    this.width = threads;
  }

  fitSlots(slots: number): void {
    this.write = grown(this.write, slots);
    this.reads = grown(this.reads, slots);
  }

  isBefore(write: number, t: number, code: number): boolean {
    const flags = this.table[code]!;
    if ((flags & AFTER_READ_BASE) !== 0 && this.covers(this.readBase[t]!, write)) return true;
    if ((flags & AFTER_WRITE_BASE) !== 0 && this.covers(this.writeBase[t]!, write)) return true;
    return (flags & (AFTER_OWN_STORES | FENCE_FIRST)) !== 0 && this.covers(this.ownStores[t]!, write);
  }

  /** On machines, an operation has the same order whether it writes or not. */
  beforeIf(): number {
    return 0;
  }

  asks(): number {
    return 0;
  }

  /** Machines define no races. */
  isRace(): boolean {
    return false;
  }

  /** Bases grow, and every access comes after the read base of its thread. */
  isSettled(write: number, t: number): boolean {
    return this.covers(this.readBase[t]!, write);
  }

  access(t: number, slot: number, code: number, latest: number, written: number): void {
    const { rows, history } = this;
    const flags = this.table[code]!;
    rows.reserve(12);
    if ((flags & FENCE_FIRST) !== 0) this.fenceStores(t);
    let order = this.before(t, flags);
    const external = latest !== INITIAL_WRITE && history.writer[latest] !== t;
    const follows = written !== 0 || external || (flags & AFTER_OWN_LOCATION) !== 0;
    if (follows) order = rows.join(order, this.write[slot]!);
    if (written === 0) {
      if (follows && latest !== INITIAL_WRITE) order = this.reading(t, flags, order, latest);
      this.reads[slot] = rows.join(this.reads[slot]!, order);
    } else {
      order = this.writing(t, flags, rows.join(order, this.reads[slot]!), written);
      this.write[slot] = order;
      this.reads[slot] = ZERO;
    }
    this.become(t, flags, order);
  }

  /** The order of these accesses is that of the accesses around them. */
  local(): void {
    // Nothing to do.
  }

  /**
   * Handles a write by code without hooks that t observes now: t continues after all earlier accesses to the place. The
   * writer may have been t itself; then its stores may also come before this write for other threads that observe it,
   * but not for t, as the write is not a fence.
   */
  seeOutside(t: number, slot: number, latest: number, written: number): void {
    const { rows, history } = this;
    rows.reserve(12);
    let order = rows.join(rows.join(this.readBase[t]!, this.write[slot]!), this.reads[slot]!);
    if (latest !== INITIAL_WRITE && this.perPlace && !this.covers(order, latest)) {
      order = this.nextVersion(t, order, latest);
    }
    this.readBase[t] = order;
    this.writes[t] = Math.max(this.writes[t]!, history.index[written]!);
    this.write[slot] = rows.join(order, rows.join(this.writeBase[t]!, this.allStores(t)));
    this.reads[slot] = ZERO;
  }

  fence(t: number, code: number): void {
    const flags = this.table[code]!;
    if ((flags & NO_EVENT) !== 0) return;
    this.rows.reserve(8);
    this.become(t, flags, this.before(t, flags));
  }

  spawn(t: number, child: number, code: number): void {
    this.fence(t, code);
    this.readBase[child] = this.writeBase[child] = this.readBase[t]!;
  }

  join(t: number, child: number, code: number): void {
    const { rows } = this;
    rows.reserve(12);
    const flags = this.table[code]!;
    let order = rows.join(this.before(t, flags), this.readBase[child]!);
    order = rows.join(order, rows.join(this.writeBase[child]!, this.allStores(child)));
    this.become(t, flags, order);
  }

  dropSlot(slot: number): void {
    this.write[slot] = this.reads[slot] = ZERO;
  }

  dropWrite(write: number): void {
    if (this.perPlace) this.readers.drop(write);
  }

  private covers(row: number, write: number): boolean {
    const { rows, history } = this;
    if (rows.get(row, history.writer[write]!) >= history.index[write]!) return true;
    if (!this.perPlace) return false;
    return this.readers.isReached(write, rows, row, this.width);
  }

  private reading(t: number, flags: number, order: number, latest: number): number {
    if (!this.perPlace || (flags & BECOMES_READ_BASE) === 0 || this.covers(order, latest)) return order;
    return this.nextVersion(t, order, latest);
  }

  private writing(t: number, flags: number, order: number, written: number): number {
    const { rows } = this;
    const index = this.history.index[written]!;
    this.writes[t] = index;
    if (!this.perPlace) return rows.with(order, t, index);
    let own = order;
    if ((flags & AFTER_OWN_STORES) !== 0) own = rows.with(order, t, index);
    else if ((flags & BECOMES_READ_BASE) !== 0) own = this.nextVersion(t, order, written);
    this.ownStores[t] = rows.join(this.ownStores[t]!, own);
    return own;
  }

  private nextVersion(t: number, order: number, read: number): number {
    this.version[t]!++;
    const version = this.version[t]!;
    this.readers.add(read, t, version);
    return this.rows.with(order, this.width + t, version);
  }

  /** Returns the clock of all events before the next operation of a thread. */
  private before(t: number, flags: number): number {
    const { rows } = this;
    let order = (flags & AFTER_READ_BASE) !== 0 ? this.readBase[t]! : ZERO;
    if ((flags & AFTER_WRITE_BASE) !== 0) order = rows.join(order, this.writeBase[t]!);
    return (flags & AFTER_OWN_STORES) !== 0 ? rows.join(order, this.allStores(t)) : order;
  }

  /** Returns the clock of all stores of a thread, including themselves. */
  private allStores(t: number): number {
    const { rows } = this;
    const count = this.writes[t]!;
    const order = this.ownStores[t]!;
    if (count === 0) return order;
    const base = this.writeBase[t]!;
    if (order === ZERO && rows.get(base, t) >= count) return base;
    return rows.get(order, t) >= count ? order : rows.with(order, t, count);
  }

  private fenceStores(t: number): void {
    this.writeBase[t] = this.rows.join(this.writeBase[t]!, this.allStores(t));
    this.ownStores[t] = ZERO;
  }

  private become(t: number, flags: number, order: number): void {
    if ((flags & BECOMES_READ_BASE) !== 0) this.readBase[t] = order;
    if ((flags & BECOMES_WRITE_BASE) === 0) return;
    this.writeBase[t] = order;
    if ((flags & AFTER_OWN_STORES) !== 0) this.ownStores[t] = ZERO;
  }

  private get parts(): number {
    return this.perPlace ? 2 : 1;
  }

  /**
   * Refuses models for which clocks are not sufficient. Clocks count the stores before a fence: an operation that
   * precedes later stores must follow all earlier ones.
   */
  private requireFences(): void {
    const bad = this.table.some((flags) => (flags & BECOMES_WRITE_BASE) !== 0 && (flags & AFTER_OWN_STORES) === 0);
    if (!bad) return;
    throw new FencepostError('MODEL_UNSUPPORTED', `recordings cannot be monitored for the model ${this.model}`, {
      hint: 'some of its operations precede later stores, but do not follow earlier ones',
    });
  }
}
