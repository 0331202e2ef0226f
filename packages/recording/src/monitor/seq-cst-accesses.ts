import { grown } from '@fencepost/core';
import type { ClockRows } from './clock-rows.js';
import { ZERO } from './clock-rows.js';
import { END, Lists } from './lists.js';

/** Maximum number of accesses that are kept of each thread and place. */
const MOST = 16;

/**
 * By place: accesses after seq_cst operations, each with the row of these operations. An access comes after those that
 * happen before it (`hb|loc`). Rows grow along a thread, and the newest comes first, so at most one new row is made for
 * each thread.
 */
export class SeqCstAccesses {
  private readonly lists = new Lists();
  // Columns by element.
  rows = new Int32Array(this.lists.capacity);
  private thread = new Int32Array(this.lists.capacity);
  private epoch = new Int32Array(this.lists.capacity);

  /** Returns the row of everything before an access. `isPast`: whether an epoch of a thread happens before it. */
  before(slot: number, isPast: (thread: number, epoch: number) => boolean, clocks: ClockRows): number {
    const { lists } = this;
    let row = ZERO;
    for (let at = lists.first(slot); at !== END; at = lists.next(at)) {
      if (isPast(this.thread[at]!, this.epoch[at]!)) row = clocks.join(row, this.rows[at]!);
    }
    return row;
  }

  add(slot: number, thread: number, epoch: number, row: number): void {
    const { lists } = this;
    if (row === ZERO) return;
    let count = 0;
    let oldest = END;
    for (let at = lists.first(slot); at !== END; at = lists.next(at)) {
      if (this.thread[at] !== thread) continue;
      if (count === 0 && (this.rows[at] === row || this.epoch[at] === epoch)) {
        this.rows[at] = row;
        return;
      }
      if (++count === MOST - 1) oldest = at;
    }
    if (count >= MOST) this.mergeOldest(slot, thread, oldest);
    const at = lists.push(slot);
    if (at >= this.rows.length) {
      for (const column of ['rows', 'thread', 'epoch'] as const) this[column] = grown(this[column], lists.capacity);
    }
    this.rows[at] = row;
    this.thread[at] = thread;
    this.epoch[at] = epoch;
  }

  drop(slot: number): void {
    this.lists.dropWhere(slot, (at) => {
      this.rows[at] = ZERO;
      return true;
    });
  }

  /**
   * Merges the oldest access of the thread with the next one: it seems to come after more than it does, so that a
   * departure may be missed, but none is made up.
   */
  private mergeOldest(slot: number, thread: number, next: number): void {
    let isOlder = false;
    this.lists.dropWhere(slot, (at) => {
      if (at === next) isOlder = true;
      else if (isOlder && this.thread[at] === thread) {
        this.epoch[next] = this.epoch[at]!;
        this.rows[at] = ZERO;
        return true;
      }
      return false;
    });
  }
}
