import { OBJECT, ORDER_BITS, STORE, acquires, orderInCode, releases } from '@fencepost/core';
import type { RecordedEvents, Swap } from '../events.js';
import { TRIED } from '../format/layout.js';
import type { RecordedRun } from '../run.js';
import type { Reordering } from './cuts.js';

/** The state of a synchronisation object in the recording, and in each reordering. */
interface Lock {
  /** Whether it has been a mutex so far: locked by threads that unlock it themselves. */
  isMutex: boolean;
  holder: number;
  depth: number;
  /** By reordering: the thread that holds it; absent if none does. */
  readonly holders: Map<number, number>;
}

/** An event that another reads: its number and its thread. */
interface Source {
  readonly event: number;
  readonly thread: number;
}

/**
 * Replays reorderings, in one pass over the run: omits the events that they do not have, and checks that the others can
 * happen. Each read finds the write of the recording, no mutex is locked twice, threads have been started, joined threads
 * have ended. This does not use the orders by which reorderings were found. Returns what is wrong with each; undefined if
 * nothing is.
 */
export function checkReorderings(
  run: Pick<RecordedRun, 'roots' | 'feed'>,
  reorderings: readonly Reordering[],
): readonly (string | undefined)[] {
  const check = new Check(run.roots, reorderings);
  run.feed(check);
  return check.wrong;
}

class Check implements RecordedEvents {
  readonly wrong: (string | undefined)[];
  private event = 0;
  private readonly sources = new Map<number, Source>();
  private readonly locks = new Map<number, Lock>();
  private readonly starts = new Map<number, Source>();
  private readonly lastOf = new Map<number, Source>();

  constructor(
    private readonly roots: number,
    private readonly all: readonly Reordering[],
  ) {
    this.wrong = all.map(() => undefined);
  }

  load(thread: number, place: number): void {
    this.begin(thread);
    this.reads(thread, place);
    this.event++;
  }

  store(thread: number, place: number): void {
    this.begin(thread);
    this.sources.set(place, { event: this.event, thread });
    this.event++;
  }

  update(thread: number, place: number, code: number, _site: number, low: number): void {
    this.begin(thread);
    const kind = code >> ORDER_BITS;
    if (kind !== OBJECT && kind !== STORE) this.reads(thread, place);
    else this.step(thread, place, code, low);
    this.sources.set(place, { event: this.event, thread });
    this.event++;
  }

  swap(thread: number, place: number, code: number, site: number, { low }: Swap): void {
    this.update(thread, place, code, site, low);
  }

  failedSwap(thread: number, place: number): void {
    this.load(thread, place);
  }

  fence(thread: number): void {
    this.begin(thread);
    this.event++;
  }

  local(thread: number): void {
    this.begin(thread);
    this.event++;
  }

  spawn(thread: number, child: number): void {
    this.begin(thread);
    this.starts.set(child, { event: this.event, thread });
    this.event++;
  }

  join(thread: number, child: number): void {
    this.begin(thread);
    const last = this.lastOf.get(child) ?? this.starts.get(child);
    this.require(thread, last, 'joins a thread that has not ended');
    this.event++;
  }

  free(thread: number, place: number): void {
    this.begin(thread);
    this.sources.delete(place);
    this.locks.delete(place);
    this.event++;
  }

  outside(thread: number, place: number): void {
    this.store(thread, place);
  }

  private begin(thread: number): void {
    const { event } = this;
    if (thread >= this.roots) this.require(thread, this.starts.get(thread), 'acts, but was not started');
    this.lastOf.set(thread, { event, thread });
    for (const [i, { last, ends }] of this.all.entries()) {
      const isNext = last.some((each) => each.thread === thread && each.event === event);
      if (isNext && event <= ends[thread]!) this.wrong[i] ??= 'has an event that should be next';
    }
  }

  private reads(thread: number, place: number): void {
    this.require(thread, this.sources.get(place), 'reads a write that is missing');
  }

  /** The source has to be part of each reordering that has the current event of this thread. */
  private require(thread: number, source: Source | undefined, what: string): void {
    if (source === undefined) return;
    for (const [i, { ends }] of this.all.entries()) {
      if (!this.has(ends, thread, this.event) || this.has(ends, source.thread, source.event)) continue;
      this.wrong[i] ??= `thread ${thread} ${what} (event ${this.event})`;
    }
  }

  private has(ends: Int32Array, thread: number, event: number): boolean {
    return thread < ends.length && event <= ends[thread]!;
  }

  private step(thread: number, place: number, code: number, low: number): void {
    const lock = this.locks.get(place) ?? { isMutex: true, holder: -1, depth: 0, holders: new Map<number, number>() };
    this.locks.set(place, lock);
    const order = orderInCode(code);
    const locks = acquires(order) && !releases(order) && (low & ~TRIED) === thread + 1;
    const unlocks = releases(order) && !acquires(order);
    const isFirst = !this.sources.has(place);
    if (locks && lock.isMutex && (lock.holder === -1 || lock.holder === thread)) {
      lock.holder = thread;
      if (lock.depth++ === 0) this.take(lock, thread);
    } else if (unlocks && lock.isMutex && lock.holder === thread) {
      if (--lock.depth > 0) return;
      lock.holder = -1;
      for (const [i, { ends }] of this.all.entries()) if (this.has(ends, thread, this.event)) lock.holders.delete(i);
    } else {
      // The thread held a mutex from the start, or the steps of this object depend on each other.
      if (!(unlocks && isFirst && thread < this.roots)) lock.isMutex = false;
      this.reads(thread, place);
    }
  }

  private take(lock: Lock, thread: number): void {
    for (const [i, { ends }] of this.all.entries()) {
      if (!this.has(ends, thread, this.event)) continue;
      if (lock.holders.has(i)) this.wrong[i] ??= `thread ${thread} locks a mutex that is locked (event ${this.event})`;
      lock.holders.set(i, thread);
    }
  }
}
