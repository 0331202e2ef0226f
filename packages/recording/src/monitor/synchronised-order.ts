import type { MemoryOrder } from '@fencepost/core';
import { ORDER_BITS, STORE, acquires, grown, orderInCode, releases } from '@fencepost/core';
import { ClockRows, ZERO } from './clock-rows.js';
import { DirectReaders } from './direct-readers.js';
import { Knowledge } from './knowledge.js';
import type { ModelOrder } from './model-order.js';
import { SeqCstAccesses } from './seq-cst-accesses.js';
import type { WriteHistory } from './write-history.js';
import { INITIAL_WRITE } from './write-history.js';

/** The location of a fence, and of the start and join of a thread. */
const NO_SLOT = -1;
/** The location of an access to memory that one thread uses. */
const LOCAL = -3;
/** The location of a thread that has not acted. */
const NOT_BEGUN = -2;

/**
 * The order of RC11 (Lahav et al., PLDI 2017): happens-before by synchronisation, coherence, and the order `psc` of
 * seq_cst operations. An operation e that comes before a write n of its place is forbidden if, for n or a later write
 * n' of the place,
 *
 * - n', or a read of it, happens before e (coherence), or
 * - a seq_cst fence after n', or after a read of it, or n' itself if it is seq_cst, comes before a seq_cst fence that
 *   happens before e, in psc, or
 * - the same before e itself, if e is seq_cst; reads of n' do not count.
 *
 * Nothing else can close a cycle: e is the last event, and the others form an SC execution. The walk of the monitor
 * visits n' before n. docs/internals/monitors.md has the argument.
 *
 * The first half of a row counts epochs by thread; a thread begins one after each release. It stands for all events of
 * these epochs. In a row of psc, these are the events that happen before the fences among a set of seq_cst operations;
 * the second half counts the operations by thread.
 */
export class SynchronisedOrder implements ModelOrder {
  private readonly history: WriteHistory;
  private width: number;
  private readonly rows: ClockRows;
  // By thread: its knowledge now, of relaxed reads (which an acquire fence makes its own), and at its last release fence.
  private readonly now: Knowledge;
  private readonly seen: Knowledge;
  private readonly fenced: Knowledge;
  /** By slot: the knowledge released by its last write. */
  private readonly released = new Knowledge(1024);
  // By thread, rows of psc: of its last seq_cst operation, of `apart` before its accesses to the location that it
  // accessed last.
  private last: Int32Array;
  private apartBefore: Int32Array;
  /** By thread: the slot accessed last. */
  private slotOf: Int32Array;
  /** By thread: its number of seq_cst operations. */
  private count: Int32Array;
  // By slot, rows of psc: before a later write (`mo` and `fr`), before all accesses so far by way of fences, and the same
  // at the last write (`eco` to a read of it).
  private accessed = new Int32Array(1024);
  private fencedAccesses = new Int32Array(1024);
  private fencedWrites = new Int32Array(1024);
  private readonly accesses = new SeqCstAccesses();
  private readonly readers = new DirectReaders();
  // By write: its epoch, its number among the seq_cst operations of its thread (0: it is none), 1 if it is plain.
  private epochs = new Int32Array(1024);
  private numbers = new Int32Array(1024);
  private plain = new Uint8Array(1024);

  constructor(history: WriteHistory, threads: number) {
    this.history = history;
    this.width = threads;
    this.now = new Knowledge(threads);
    this.seen = new Knowledge(threads);
    this.fenced = new Knowledge(threads);
    this.last = new Int32Array(threads);
    this.apartBefore = new Int32Array(threads);
    this.slotOf = new Int32Array(threads).fill(NOT_BEGUN);
    this.count = new Int32Array(threads);
    this.rows = new ClockRows(2 * threads, () => [
      ...[this.now, this.seen, this.fenced, this.released].flatMap((each) => each.columns),
      ...[this.last, this.apartBefore],
      ...[this.accessed, this.fencedAccesses, this.fencedWrites, this.accesses.rows],
    ]);
    for (let t = 0; t < threads; t++) this.beginEpoch(t);
  }

  fitThreads(threads: number): void {
    const before = this.width;
    if (threads <= before) return;
    for (const each of [this.now, this.seen, this.fenced]) each.fit(threads);
    for (const column of ['last', 'apartBefore', 'slotOf', 'count'] as const) {
      this[column] = grown(this[column], threads);
    }
    this.slotOf.fill(NOT_BEGUN, before);
    this.rows.widen(2, threads);
    this.width = threads;
    for (let t = before; t < threads; t++) this.beginEpoch(t);
  }

  fitSlots(slots: number): void {
    this.released.fit(slots);
    for (const column of ['accessed', 'fencedAccesses', 'fencedWrites'] as const) {
      this[column] = grown(this[column], slots);
    }
  }

  isBefore(write: number, t: number): boolean {
    const past = this.now.past[t]!;
    if (this.isPast(past, write) || this.isRead(write, past)) return true;
    const fences = this.now.fences[t]!;
    return fences !== ZERO && (this.precedes(write, fences) || this.isRead(write, fences));
  }

  /** The order psc is one of seq_cst operations. */
  beforeIf(write: number, t: number, slot: number): number {
    return this.precedes(write, this.last[t]!) || this.precedes(write, this.apart(t, slot)) ? 1 : 0;
  }

  asks(code: number): number {
    return orderInCode(code) === 'seq_cst' ? 1 : 0;
  }

  isRace(write: number, code: number): boolean {
    return this.plain[write] === 1 || orderInCode(code) === 'plain';
  }

  isSettled(write: number, t: number): boolean {
    return this.isBefore(write, t);
  }

  access(t: number, slot: number, code: number, latest: number, written: number, failureOrder?: MemoryOrder): void {
    const { now, released, rows } = this;
    const order = failureOrder ?? orderInCode(code);
    const reads = code >> ORDER_BITS !== STORE;
    rows.reserve(24 + this.width);
    const apart = this.apart(t, slot);
    this.begin(t, slot);
    if (reads && order !== 'plain') (acquires(order) ? now : this.seen).join(t, released, slot, rows);
    if (reads && latest !== INITIAL_WRITE) this.readers.addFirst(latest, t, this.epoch(t));
    let towards = now.towards[t]!;
    if (reads) towards = rows.join(towards, this.fencedWrites[slot]!);
    if (written !== 0) towards = rows.join(towards, this.accessed[slot]!);
    now.towards[t] = towards;
    let own = now.fences[t]!;
    if (order === 'seq_cst') {
      const before = this.accesses.before(slot, now.past[t]!, rows);
      let row = rows.join(rows.join(this.last[t]!, now.fences[t]!), rows.join(apart, before));
      if (written !== 0) row = rows.join(row, this.accessed[slot]!);
      row = rows.with(row, this.width + t, ++this.count[t]!);
      this.last[t] = row;
      own = rows.join(own, row);
    }
    this.accessed[slot] = rows.join(this.accessed[slot]!, own);
    this.accesses.add(slot, t, this.epoch(t), own);
    this.fencedAccesses[slot] = rows.join(this.fencedAccesses[slot]!, now.fences[t]!);
    if (written !== 0) this.write(t, slot, order, reads, written);
  }

  /** It only separates seq_cst accesses of t to one location. */
  local(t: number): void {
    if (this.slotOf[t] === LOCAL) return;
    this.rows.reserve(1);
    this.begin(t, LOCAL);
  }

  /** Whatever has synchronised the writer with t was not recorded: the write is one of t, and synchronises. */
  seeOutside(t: number, slot: number, latest: number, written: number): void {
    this.rows.reserve(12);
    this.now.join(t, this.released, slot, this.rows);
    if (latest !== INITIAL_WRITE) this.readers.addFirst(latest, t, this.epoch(t));
    this.write(t, slot, 'seq_cst', true, written);
  }

  fence(t: number, code: number): void {
    const { now, rows } = this;
    const order = orderInCode(code);
    rows.reserve(24);
    this.begin(t, NO_SLOT);
    if (acquires(order)) now.join(t, this.seen, t, rows);
    if (order === 'seq_cst') {
      const row = rows.join(rows.join(this.last[t]!, now.fences[t]!), now.towards[t]!);
      now.fences[t] = this.last[t] = rows.join(rows.with(row, this.width + t, ++this.count[t]!), now.past[t]!);
    }
    if (!releases(order)) return;
    this.fenced.copy(t, now, t);
    this.beginEpoch(t);
  }

  spawn(t: number, child: number): void {
    this.rows.reserve(12);
    this.begin(t, NO_SLOT);
    const epoch = this.epoch(child);
    this.now.copy(child, this.now, t);
    this.now.past[child] = this.rows.with(this.now.past[child]!, child, epoch);
    this.beginEpoch(t);
  }

  join(t: number, child: number): void {
    this.rows.reserve(12);
    this.begin(t, NO_SLOT);
    this.now.join(t, this.now, child, this.rows);
  }

  dropSlot(slot: number): void {
    this.released.clear(slot);
    this.accessed[slot] = this.fencedAccesses[slot] = this.fencedWrites[slot] = ZERO;
    this.accesses.drop(slot);
  }

  dropWrite(write: number): void {
    this.readers.drop(write);
  }

  /** Begins an event of t. Seq_cst accesses of t to other locations now come before whatever this event happens before. */
  private begin(t: number, slot: number): void {
    const { now, rows } = this;
    if (slot !== NO_SLOT && slot === this.slotOf[t]) return;
    this.apartBefore[t] = now.apart[t]!;
    this.slotOf[t] = slot;
    now.apart[t] = rows.join(now.apart[t]!, this.last[t]!);
  }

  /** Returns the part of `apart` that comes before the next access of t, which is to this place. */
  private apart(t: number, slot: number): number {
    if (this.slotOf[t] === NOT_BEGUN) return ZERO;
    return this.slotOf[t] === slot ? this.apartBefore[t]! : this.now.apart[t]!;
  }

  private write(t: number, slot: number, order: MemoryOrder, continues: boolean, written: number): void {
    const { now, released, rows } = this;
    this.fitWrites(written);
    this.fencedWrites[slot] = this.fencedAccesses[slot]!;
    this.epochs[written] = this.epoch(t);
    this.numbers[written] = order === 'seq_cst' ? this.count[t]! : 0;
    this.plain[written] = order === 'plain' ? 1 : 0;
    if (!continues || order === 'plain') released.clear(slot);
    if (order === 'plain') return;
    released.join(slot, releases(order) ? now : this.fenced, t, rows);
    if (releases(order)) this.beginEpoch(t);
  }

  private isPast(past: number, write: number): boolean {
    return this.rows.get(past, this.history.writer[write]!) >= this.epochs[write]!;
  }

  /** Returns whether the write comes before an operation with this row, directly or by way of a fence. */
  private precedes(write: number, row: number): boolean {
    if (row === ZERO) return false;
    const writer = this.history.writer[write]!;
    if (this.rows.get(row, writer) >= this.epochs[write]!) return true;
    const number = this.numbers[write]!;
    return number > 0 && this.rows.get(row, this.width + writer) >= number;
  }

  private isRead(write: number, row: number): boolean {
    return this.readers.isReached(write, this.rows, row, 0);
  }

  private epoch(t: number): number {
    return this.rows.get(this.now.past[t]!, t);
  }

  private beginEpoch(t: number): void {
    this.rows.reserve(1);
    this.now.past[t] = this.rows.with(this.now.past[t]!, t, this.epoch(t) + 1);
  }

  private fitWrites(write: number): void {
    if (write < this.epochs.length) return;
    this.epochs = grown(this.epochs, write + 1);
    this.numbers = grown(this.numbers, write + 1);
    const plain = new Uint8Array(this.epochs.length);
    plain.set(this.plain);
    this.plain = plain;
  }
}
