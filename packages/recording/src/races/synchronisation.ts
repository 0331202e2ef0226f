import type { MemoryOrder } from '@fencepost/core';
import { acquires, grown, releases } from '@fencepost/core';
import { ClockRows, ZERO } from '../monitor/clock-rows.js';

const FIRST_THREADS = 8;

/**
 * Happens-before of C11 (5.1.2.4, with the release sequences of C++20) in an execution, event by event: the clock of
 * each thread, and the clock released by the last write of each place. A thread's own entry counts its releases:
 * accesses between two of them are one epoch.
 */
export class Synchronisation {
  // By thread: its clock.
  private now = new Int32Array(FIRST_THREADS);
  /**
   * By thread: released clocks observed by relaxed reads. An acquire fence makes them happen before the following
   * events.
   */
  private seen = new Int32Array(FIRST_THREADS);
  /** By thread: its clock at the last release fence, which a relaxed write releases. */
  private fenced = new Int32Array(FIRST_THREADS);
  /** By slot of a place: the clock released by its last write. */
  private released = new Int32Array(1024);
  private readonly rows = new ClockRows(FIRST_THREADS, () => [this.now, this.seen, this.fenced, this.released]);

  constructor(roots: number) {
    this.fitThreads(roots);
    for (let t = 0; t < roots; t++) this.beginEpoch(t);
  }

  /** Returns the current epoch of a thread. */
  epoch(t: number): number {
    return this.rows.get(this.now[t]!, t);
  }

  /** Returns whether the actions of thread `other` in this epoch happen before those of t now. */
  isBefore(other: number, epoch: number, t: number): boolean {
    return this.rows.get(this.now[t]!, other) >= epoch;
  }

  /** Handles a read of the place, or the reading part of a read-modify-write. */
  read(t: number, slot: number, order: MemoryOrder): void {
    const released = slot < this.released.length ? this.released[slot]! : ZERO;
    if (released === ZERO || order === 'plain') return;
    if (acquires(order)) this.now[t] = this.joined(this.now[t]!, released);
    else this.seen[t] = this.joined(this.seen[t]!, released);
  }

  /**
   * Handles a write. `continues`: it is a read-modify-write, which continues the release sequence of the write it read.
   */
  write(t: number, slot: number, order: MemoryOrder, continues: boolean): void {
    if (slot >= this.released.length) this.released = grown(this.released, slot + 1);
    const before = continues && order !== 'plain' ? this.released[slot]! : ZERO;
    if (order === 'plain') this.released[slot] = ZERO;
    else if (!releases(order)) this.released[slot] = this.joined(this.fenced[t]!, before);
    else {
      this.released[slot] = this.joined(this.now[t]!, before);
      this.beginEpoch(t);
    }
  }

  fence(t: number, order: MemoryOrder): void {
    if (acquires(order)) this.now[t] = this.joined(this.now[t]!, this.seen[t]!);
    if (!releases(order)) return;
    this.fenced[t] = this.now[t]!;
    this.beginEpoch(t);
  }

  spawn(t: number, child: number): void {
    this.fitThreads(child + 1);
    this.now[child] = this.now[t]!;
    this.beginEpoch(child);
    this.beginEpoch(t);
  }

  join(t: number, child: number): void {
    this.now[t] = this.joined(this.now[t]!, this.now[child]!);
  }

  free(slot: number): void {
    if (slot < this.released.length) this.released[slot] = ZERO;
  }

  private beginEpoch(t: number): void {
    this.rows.reserve(1);
    this.now[t] = this.rows.with(this.now[t]!, t, this.epoch(t) + 1);
  }

  private joined(a: number, b: number): number {
    this.rows.reserve(1);
    return this.rows.join(a, b);
  }

  private fitThreads(count: number): void {
    let width = this.now.length;
    while (width < count) width *= 2;
    if (width === this.now.length) return;
    for (const column of ['now', 'seen', 'fenced'] as const) this[column] = grown(this[column], width);
    this.rows.widen(1, width);
  }
}
