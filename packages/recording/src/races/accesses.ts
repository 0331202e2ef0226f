import { grown } from '@fencepost/core';
import { END, Lists } from '../monitor/lists.js';

/** Kinds of accesses, as bits: a pair conflicts if one of them writes and one of them is plain. */
export const IS_WRITE = 1;
export const IS_PLAIN = 2;

/** The accesses to each place with which a later one could race: the last one of each kind by each thread. */
export class Accesses {
  private readonly lists = new Lists();
  // Columns by element.
  thread = new Int32Array(this.lists.capacity);
  kind = new Int32Array(this.lists.capacity);
  epoch = new Int32Array(this.lists.capacity);
  site = new Int32Array(this.lists.capacity);

  /** Returns the access to the place that was added last; `END` if there is none. */
  first(slot: number): number {
    return this.lists.first(slot);
  }

  /** Returns the access that was added before; `END` if there is none. */
  next(access: number): number {
    return this.lists.next(access);
  }

  /** Drops an access; `previous` is the one of which it is the next, or `END`. */
  drop(slot: number, access: number, previous: number): void {
    this.lists.drop(slot, access, previous);
  }

  dropAll(slot: number): void {
    this.lists.dropAll(slot);
  }

  add(slot: number, thread: number, kind: number, epoch: number, site: number): void {
    const { lists } = this;
    const at = lists.push(slot);
    if (at >= this.thread.length) {
      for (const column of ['thread', 'kind', 'epoch', 'site'] as const) {
        this[column] = grown(this[column], lists.capacity);
      }
    }
    this.thread[at] = thread;
    this.kind[at] = kind;
    this.epoch[at] = epoch;
    this.site[at] = site;
  }

  /** Returns whether the access added last is this one. */
  isLast(slot: number, thread: number, kind: number, epoch: number, site: number): boolean {
    const at = this.lists.first(slot);
    if (at === END) return false;
    return this.thread[at] === thread && this.kind[at] === kind && this.epoch[at] === epoch && this.site[at] === site;
  }
}
