import { grown } from '@fencepost/core';
import { ClockRows, ZERO } from './clock-rows.js';

/** No thread, and several threads, in columns of the last reader. */
const NONE = -1;
const MANY = -2;

/**
 * Happens-before of an SC execution (program order, reads-from, coherence, from-reads, spawn, join) as vector clocks:
 * entry t is a time of thread t. The time of a thread advances with each of its writes, and whenever it learns of
 * others. So a clock that has a time of a thread includes everything that the thread knew at this time, and most
 * accesses need one comparison (epochs, as in FastTrack: Flanagan and Freund, PLDI 2009). The clock of a thread does
 * not have its own time, and is the same for many of its events.
 */
export class HappensBefore {
  private readonly rows: ClockRows;
  // By thread: the clock of its last operation without its own time, and its time.
  private thread = new Int32Array(8);
  private time = new Int32Array(8);
  // By slot of a place: thread, time and clock of its last write.
  private writer = new Int32Array(1024).fill(NONE);
  private writeTime = new Int32Array(1024);
  private write = new Int32Array(1024);
  // By slot: the same of the reads since, if one includes the others; otherwise `reads` is the join of all.
  private reader = new Int32Array(1024).fill(NONE);
  private readTime = new Int32Array(1024);
  private reads = new Int32Array(1024);

  constructor(threads: number) {
    this.rows = new ClockRows(threads, () => [this.thread, this.write, this.reads]);
  }

  fitThreads(threads: number): void {
    this.thread = grown(this.thread, threads);
    this.time = grown(this.time, threads);
    this.rows.widen(1, threads);
  }

  fitSlots(slots: number): void {
    const before = this.writer.length;
    for (const column of ['writer', 'writeTime', 'write', 'reader', 'readTime', 'reads'] as const) {
      this[column] = grown(this[column], slots);
    }
    this.writer.fill(NONE, before);
    this.reader.fill(NONE, before);
  }

  /** Returns whether the write of thread `writer` at this time happens before, or is, the last operation of t. */
  isBeforeLast(t: number, writer: number, time: number): boolean {
    return writer === t || this.rows.get(this.thread[t]!, writer) >= time;
  }

  /** Advances the time of t, for a write. */
  nextTime(t: number): number {
    return ++this.time[t]!;
  }

  /** Handles a read of the place. */
  readBy(t: number, slot: number): void {
    const { rows } = this;
    rows.reserve(3);
    const row = this.afterWrite(t, slot);
    if (row !== this.thread[t]) {
      this.thread[t] = row;
      this.time[t]!++;
    }
    const time = this.time[t]!;
    const reader = this.reader[slot]!;
    if (reader === MANY) {
      const reads = this.reads[slot]!;
      if (rows.get(reads, t) < time) this.reads[slot] = rows.joinWith(reads, row, t, time);
    } else if (reader === NONE || reader === t || rows.get(row, reader) >= this.readTime[slot]!) {
      this.reader[slot] = t;
      this.readTime[slot] = time;
      this.reads[slot] = row;
    } else {
      const other = rows.joinWith(this.reads[slot]!, row, reader, this.readTime[slot]!);
      this.reader[slot] = MANY;
      this.reads[slot] = rows.joinWith(other, row, t, time);
    }
  }

  /** Handles a write of t at this time, which `nextTime` returned. */
  writeBy(t: number, slot: number, time: number): void {
    const { rows } = this;
    rows.reserve(3);
    let row = this.afterWrite(t, slot);
    const reader = this.reader[slot]!;
    if (reader === MANY) row = rows.join(row, this.reads[slot]!);
    else if (reader !== NONE && reader !== t && rows.get(row, reader) < this.readTime[slot]!) {
      row = rows.joinWith(row, this.reads[slot]!, reader, this.readTime[slot]!);
    }
    this.thread[t] = row;
    this.writer[slot] = t;
    this.writeTime[slot] = time;
    this.write[slot] = row;
    this.reader[slot] = NONE;
    this.reads[slot] = ZERO;
  }

  spawn(t: number, child: number): void {
    this.rows.reserve(1);
    this.thread[child] = this.rows.with(this.thread[t]!, t, this.time[t]!);
    this.time[child]!++;
  }

  join(t: number, child: number): void {
    this.rows.reserve(1);
    this.thread[t] = this.rows.joinWith(this.thread[t]!, this.thread[child]!, child, this.time[child]!);
    this.time[t]!++;
  }

  dropSlot(slot: number): void {
    this.writer[slot] = this.reader[slot] = NONE;
    this.write[slot] = this.reads[slot] = ZERO;
  }

  /** Returns the clock of t after the last write of the place. */
  private afterWrite(t: number, slot: number): number {
    const row = this.thread[t]!;
    const writer = this.writer[slot]!;
    if (writer === NONE || writer === t || this.rows.get(row, writer) >= this.writeTime[slot]!) return row;
    return this.rows.joinWith(row, this.write[slot]!, writer, this.writeTime[slot]!);
  }
}
