import { grown } from '@fencepost/core';
import { ClockRows, ZERO } from './clock-rows.js';

/**
 * Happens-before of an SC execution (program order, reads-from, coherence, from-reads, spawn, join) as vector clocks
 * over writes: entry t is the number of writes of thread t that happen before.
 */
export class HappensBefore {
  private readonly rows: ClockRows;
  /** By thread: the clock of its last operation. */
  private thread = new Int32Array(8);
  // By slot of a place: clocks of its last write, and of the reads since.
  private write = new Int32Array(1024);
  private reads = new Int32Array(1024);

  constructor(threads: number) {
    this.rows = new ClockRows(threads, () => [this.thread, this.write, this.reads]);
  }

  fitThreads(threads: number): void {
    this.thread = grown(this.thread, threads);
    this.rows.widen(1, threads);
  }

  fitSlots(slots: number): void {
    this.write = grown(this.write, slots);
    this.reads = grown(this.reads, slots);
  }

  /** Returns whether the write with this index of thread `writer` happens before, or is, the last operation of t. */
  isBeforeLast(t: number, writer: number, index: number): boolean {
    return this.rows.get(this.thread[t]!, writer) >= index;
  }

  /** Handles an access. `index`: index of the write, or 0 if nothing was written. */
  access(t: number, slot: number, index: number): void {
    const { rows } = this;
    rows.reserve(4);
    let clock = rows.join(this.thread[t]!, this.write[slot]!);
    if (index === 0) this.reads[slot] = rows.join(this.reads[slot]!, clock);
    else {
      clock = rows.with(rows.join(clock, this.reads[slot]!), t, index);
      this.write[slot] = clock;
      this.reads[slot] = ZERO;
    }
    this.thread[t] = clock;
  }

  spawn(t: number, child: number): void {
    this.thread[child] = this.thread[t]!;
  }

  join(t: number, child: number): void {
    this.rows.reserve(1);
    this.thread[t] = this.rows.join(this.thread[t]!, this.thread[child]!);
  }

  dropSlot(slot: number): void {
    this.write[slot] = this.reads[slot] = ZERO;
  }
}
