import type { MemoryOrder } from '@fencepost/core';
import { acquires, releases } from '@fencepost/core';

type Clock = Int32Array;

/**
 * Happens-before of C11 (5.1.2.4, with the release sequences of C++20) in an execution, event by event: the clock of
 * each thread, and what the last write of each place has released. A thread's own entry counts its releases: accesses
 * between two of them are one epoch.
 */
export class Synchronisation {
  private readonly threads: ThreadClock[] = [];
  /** By slot of a place; undefined: its last write released nothing. */
  private readonly released: (Clock | undefined)[] = [];

  constructor(roots: number) {
    for (let t = 0; t < roots; t++) this.threads.push(new ThreadClock(t, new Int32Array(roots)));
  }

  /** The current epoch of a thread. */
  epoch(t: number): number {
    return this.threads[t]!.now[t]!;
  }

  /** Does what thread `other` did in this epoch happen before what t does now? */
  isBefore(other: number, epoch: number, t: number): boolean {
    return (this.threads[t]!.now[other] ?? 0) >= epoch;
  }

  /** A read of the place, or the reading part of a read-modify-write. */
  read(t: number, slot: number, order: MemoryOrder): void {
    const released = this.released[slot];
    if (released === undefined || order === 'plain') return;
    const thread = this.threads[t]!;
    if (acquires(order)) thread.now = including(thread.now, released);
    else thread.seen = including(thread.seen, released);
  }

  /** A write; `continues` if it is a read-modify-write, which continues the release sequence of the write it read. */
  write(t: number, slot: number, order: MemoryOrder, continues: boolean): void {
    const thread = this.threads[t]!;
    const before = continues && order !== 'plain' ? this.released[slot] : undefined;
    if (order === 'plain') this.released[slot] = undefined;
    else if (!releases(order)) this.released[slot] = union(thread.fenced, before);
    else {
      this.released[slot] = union(thread.now, before);
      thread.beginEpoch();
    }
  }

  fence(t: number, order: MemoryOrder): void {
    const thread = this.threads[t]!;
    if (acquires(order)) thread.now = including(thread.now, thread.seen);
    if (!releases(order)) return;
    thread.fenced = thread.now.slice();
    thread.beginEpoch();
  }

  spawn(t: number, child: number): void {
    const parent = this.threads[t]!;
    while (this.threads.length <= child) {
      const next = this.threads.length;
      this.threads.push(new ThreadClock(next, new Int32Array(next + 1)));
    }
    this.threads[child] = new ThreadClock(child, including(new Int32Array(child + 1), parent.now));
    parent.beginEpoch();
  }

  join(t: number, child: number): void {
    const thread = this.threads[t]!;
    thread.now = including(thread.now, this.threads[child]!.now);
  }

  free(slot: number): void {
    this.released[slot] = undefined;
  }
}

class ThreadClock {
  private readonly self: number;
  now: Clock;
  /** What relaxed reads saw released. An acquire fence makes it happen before what follows. */
  seen: Clock = new Int32Array(0);
  /** As of the last release fence: what a relaxed write releases. */
  fenced: Clock | undefined;

  constructor(self: number, now: Clock) {
    this.self = self;
    this.now = now;
    this.beginEpoch();
  }

  beginEpoch(): void {
    this.now[this.self]!++;
  }
}

/** `clock`, changed to include the other; a longer one if that has more entries. */
function including(clock: Clock, other: Clock): Clock {
  let into = clock;
  if (other.length > clock.length) {
    into = new Int32Array(other.length);
    into.set(clock);
  }
  for (let t = 0; t < other.length; t++) if (other[t]! > into[t]!) into[t] = other[t]!;
  return into;
}

function union(clock: Clock | undefined, other: Clock | undefined): Clock | undefined {
  const copy = (clock ?? other)?.slice();
  return clock === undefined || other === undefined || copy === undefined ? copy : including(copy, other);
}
