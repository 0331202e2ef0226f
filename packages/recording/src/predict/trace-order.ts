import { grown } from '@fencepost/core';
import { ClockRows, ZERO } from '../monitor/clock-rows.js';

const FIRST_THREADS = 8;
const FIRST_SLOTS = 1024;
const NONE = -1;

/**
 * What a reordering of an execution has to keep for the sake of each event: the earlier events of its thread, and those
 * whose writes they read. The time of a thread counts its events on which others may depend: writes, steps of locks,
 * starts of threads. A row has the number of such events of each thread; a thread's own entry is its time.
 */
export class TraceOrder {
  /** By thread: its time. */
  time = new Int32Array(FIRST_THREADS);
  /** By thread: the row of its next event. */
  needed = new Int32Array(FIRST_THREADS);
  /** By thread: the same with the order of all steps of locks, which includes happens-before. */
  private past = new Int32Array(FIRST_THREADS);
  // By slot of a place: thread and time of its last write, and its rows.
  private writer = new Int32Array(FIRST_SLOTS).fill(NONE);
  private writeTime = new Int32Array(FIRST_SLOTS);
  private write = new Int32Array(FIRST_SLOTS);
  private pastOfWrite = new Int32Array(FIRST_SLOTS);
  readonly rows: ClockRows;

  /** `others`: further columns that refer to rows. */
  constructor(others: () => readonly Int32Array[]) {
    this.rows = new ClockRows(FIRST_THREADS, () => [
      ...[this.needed, this.past, this.write, this.pastOfWrite],
      ...others(),
    ]);
  }

  /** Number of threads for which there is room. */
  get width(): number {
    return this.time.length;
  }

  /** Returns whether the event of `thread` at this time has to come before the next event of t. */
  isNeeded(thread: number, time: number, t: number): boolean {
    return this.rows.get(this.needed[t]!, thread) > time;
  }

  /** Handles a read of the last write of the place. */
  read(t: number, slot: number): void {
    if (slot >= this.writer.length) return;
    const writer = this.writer[slot]!;
    if (writer === NONE || writer === t) return;
    const time = this.writeTime[slot]!;
    this.rows.reserve(4);
    this.needed[t] = this.after(this.needed[t]!, writer, time, this.write[slot]!);
    this.past[t] = this.after(this.past[t]!, writer, time, this.pastOfWrite[slot]!);
  }

  /** Handles a write, or a step of a lock that does not depend on the steps before it. */
  wrote(t: number, slot: number): void {
    if (slot >= this.writer.length) {
      const before = this.writer.length;
      for (const column of ['writer', 'writeTime', 'write', 'pastOfWrite'] as const) {
        this[column] = grown(this[column], slot + 1);
      }
      this.writer.fill(NONE, before);
    }
    this.writer[slot] = t;
    this.writeTime[slot] = ++this.time[t]!;
    this.write[slot] = this.needed[t]!;
    this.pastOfWrite[slot] = this.past[t]!;
  }

  /** Handles the locking of a mutex: it comes after the last step, but a reordering may omit that. */
  lock(t: number, slot: number): void {
    const writer = slot < this.writer.length ? this.writer[slot]! : NONE;
    if (writer !== NONE && writer !== t) {
      this.rows.reserve(2);
      this.past[t] = this.after(this.past[t]!, writer, this.writeTime[slot]!, this.pastOfWrite[slot]!);
    }
    this.wrote(t, slot);
  }

  /** Handles a value that code without hooks has written: whatever happens before it may be its cause. */
  outside(t: number, slot: number): void {
    this.rows.reserve(2);
    this.needed[t] = this.rows.join(this.needed[t]!, this.past[t]!);
    this.wrote(t, slot);
  }

  spawn(t: number, child: number): void {
    this.fitThreads(child + 1);
    this.rows.reserve(4);
    const time = ++this.time[t]!;
    this.needed[child] = this.rows.with(this.needed[t]!, t, time);
    this.past[child] = this.rows.with(this.past[t]!, t, time);
  }

  join(t: number, child: number): void {
    this.rows.reserve(4);
    const time = ++this.time[child]!;
    this.needed[t] = this.after(this.needed[t]!, child, time, this.needed[child]!);
    this.past[t] = this.after(this.past[t]!, child, time, this.past[child]!);
  }

  drop(slot: number): void {
    if (slot >= this.writer.length) return;
    this.writer[slot] = NONE;
    this.write[slot] = this.pastOfWrite[slot] = ZERO;
  }

  /** Makes room for threads. */
  fitThreads(count: number): void {
    let { width } = this;
    while (width < count) width *= 2;
    if (width === this.width) return;
    for (const column of ['time', 'needed', 'past'] as const) this[column] = grown(this[column], width);
    this.rows.widen(1, width);
  }

  private after(row: number, thread: number, time: number, other: number): number {
    return this.rows.get(row, thread) >= time ? row : this.rows.joinWith(row, other, thread, time);
  }
}
