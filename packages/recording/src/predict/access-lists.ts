import { grown } from '@fencepost/core';
import { END, Lists } from '../monitor/lists.js';

/** Maximum number of accesses that are kept of one list. */
export const MOST_KEPT = 256;

/** Makes columns as long as their lists. */
function fit(columns: Record<string, Int32Array>, capacity: number): void {
  for (const name of Object.keys(columns)) {
    const column = columns[name]!;
    if (column.length < capacity) columns[name] = grown(column, capacity);
  }
}

const column = (): Int32Array => new Int32Array(1024);

/**
 * The accesses with which a later one may race. A list has those of one thread, kind and site to one place, the oldest
 * first. For each other thread, a list has a cursor: accesses before it come before that thread's next access in every
 * reordering, so they are not examined again.
 */
export class AccessLists {
  private readonly byPlace = new Lists();
  private readonly ofList = { thread: column(), kind: column(), site: column() };
  private readonly tails = { head: column(), tail: column(), size: column() };
  private readonly byList = new Lists();
  private readonly cursors = { thread: column(), at: column() };
  private accesses = 1;
  /** Dropped accesses, as a list by `next`. */
  private free = END;
  /** Columns by access. `held`: number of the set of mutexes that its thread held. */
  readonly of = { time: column(), row: column(), held: column(), event: column(), next: column() };

  /** Returns the first list of a place; `END` if there is none. */
  first(slot: number): number {
    return this.byPlace.first(slot);
  }
  next(list: number): number {
    return this.byPlace.next(list);
  }
  threadOf(list: number): number {
    return this.ofList.thread[list]!;
  }
  kindOf(list: number): number {
    return this.ofList.kind[list]!;
  }
  siteOf(list: number): number {
    return this.ofList.site[list]!;
  }

  /** Returns the cursor of a thread in a list; it is made at the oldest access. */
  cursorOf(list: number, thread: number): number {
    for (let cursor = this.byList.first(list); cursor !== END; cursor = this.byList.next(cursor)) {
      if (this.cursors.thread[cursor] === thread) return cursor;
    }
    const cursor = this.byList.push(list);
    fit(this.cursors, this.byList.capacity);
    this.cursors.thread[cursor] = thread;
    this.cursors.at[cursor] = this.tails.head[list]!;
    return cursor;
  }

  /** Returns the access at a cursor; `END` if all were examined. */
  at(cursor: number): number {
    return this.cursors.at[cursor]!;
  }

  advance(cursor: number): void {
    this.cursors.at[cursor] = this.of.next[this.cursors.at[cursor]!]!;
  }

  /**
   * Adds an access. One at the same time as the last of its list is omitted: whatever is unordered with it is unordered
   * with the last one, too.
   */
  add(
    slot: number,
    thread: number,
    kind: number,
    site: number,
    time: number,
    event: number,
    row: number,
    held: number,
  ): void {
    const list = this.listOf(slot, thread, kind, site);
    const { of, tails } = this;
    const tail = tails.tail[list]!;
    if (tail !== END && of.time[tail] === time) return;
    if (tails.size[list] === MOST_KEPT) this.dropOldest(list);
    const access = this.newAccess();
    of.time[access] = time;
    of.row[access] = row;
    of.held[access] = held;
    of.event[access] = event;
    of.next[access] = END;
    if (tail === END) tails.head[list] = access;
    else of.next[tail] = access;
    tails.tail[list] = access;
    tails.size[list]!++;
    this.move(list, END, access);
  }

  /** Drops all accesses of a place. */
  drop(slot: number): void {
    for (let list = this.first(slot); list !== END; list = this.next(list)) {
      while (this.tails.head[list] !== END) this.dropOldest(list);
      this.byList.dropAll(list);
    }
    this.byPlace.dropAll(slot);
  }

  private dropOldest(list: number): void {
    const { of, tails } = this;
    const oldest = tails.head[list]!;
    const next = of.next[oldest]!;
    this.move(list, oldest, next);
    tails.head[list] = next;
    if (next === END) tails.tail[list] = END;
    tails.size[list]!--;
    of.row[oldest] = 0;
    of.next[oldest] = this.free;
    this.free = oldest;
  }

  private newAccess(): number {
    const access = this.free;
    if (access !== END) {
      this.free = this.of.next[access]!;
      return access;
    }
    fit(this.of, this.accesses + 1);
    return this.accesses++;
  }

  private move(list: number, from: number, to: number): void {
    const { at } = this.cursors;
    for (let cursor = this.byList.first(list); cursor !== END; cursor = this.byList.next(cursor)) {
      if (at[cursor] === from) at[cursor] = to;
    }
  }

  private listOf(slot: number, thread: number, kind: number, site: number): number {
    const { ofList, byPlace } = this;
    for (let list = byPlace.first(slot); list !== END; list = byPlace.next(list)) {
      if (ofList.thread[list] === thread && ofList.site[list] === site && ofList.kind[list] === kind) return list;
    }
    const list = byPlace.push(slot);
    fit(ofList, byPlace.capacity);
    fit(this.tails, byPlace.capacity);
    ofList.thread[list] = thread;
    ofList.kind[list] = kind;
    ofList.site[list] = site;
    this.tails.head[list] = this.tails.tail[list] = END;
    this.tails.size[list] = 0;
    return list;
  }
}
