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
  /** By slot: the threads with accesses. */
  private readonly users = new Lists();
  private thread = new Int32Array(this.users.capacity);
  private count = new Int32Array(this.users.capacity);
  /** By user: its accesses. */
  private readonly lists = new Lists();
  rows = new Int32Array(this.lists.capacity);
  private epoch = new Int32Array(this.lists.capacity);

  /** Returns the row of everything before an access; `past` is the clock of the epochs that happen before it. */
  before(slot: number, past: number, clocks: ClockRows): number {
    const { users, lists } = this;
    let row = ZERO;
    for (let user = users.first(slot); user !== END; user = users.next(user)) {
      const known = clocks.get(past, this.thread[user]!);
      let at = lists.first(user);
      while (at !== END && this.epoch[at]! > known) at = lists.next(at);
      if (at !== END) row = clocks.join(row, this.rows[at]!);
    }
    return row;
  }

  add(slot: number, thread: number, epoch: number, row: number): void {
    if (row === ZERO) return;
    const { lists } = this;
    const user = this.userOf(slot, thread);
    const newest = lists.first(user);
    if (newest !== END && (this.rows[newest] === row || this.epoch[newest] === epoch)) {
      this.rows[newest] = row;
      return;
    }
    if (this.count[user] === MOST) this.mergeOldest(user);
    else this.count[user]!++;
    const at = lists.push(user);
    if (at >= this.rows.length) {
      for (const column of ['rows', 'epoch'] as const) this[column] = grown(this[column], lists.capacity);
    }
    this.rows[at] = row;
    this.epoch[at] = epoch;
  }

  drop(slot: number): void {
    const { users, lists } = this;
    for (let user = users.first(slot); user !== END; user = users.next(user)) {
      for (let at = lists.first(user); at !== END; at = lists.next(at)) this.rows[at] = ZERO;
      lists.dropAll(user);
    }
    users.dropAll(slot);
  }

  private userOf(slot: number, thread: number): number {
    const { users } = this;
    for (let user = users.first(slot); user !== END; user = users.next(user)) {
      if (this.thread[user] === thread) return user;
    }
    const user = users.push(slot);
    if (user >= this.thread.length) {
      for (const column of ['thread', 'count'] as const) this[column] = grown(this[column], users.capacity);
    }
    this.thread[user] = thread;
    this.count[user] = 0;
    return user;
  }

  /**
   * Merges the oldest access of the thread with the next one: it seems to come after more than it does, so that a
   * departure may be missed, but none is made up.
   */
  private mergeOldest(user: number): void {
    const { lists } = this;
    let previous = END;
    let at = lists.first(user);
    for (let next = lists.next(at); next !== END; next = lists.next(next)) {
      previous = at;
      at = next;
    }
    this.epoch[previous] = this.epoch[at]!;
    this.rows[at] = ZERO;
    lists.drop(user, at, previous);
  }
}
