import { RestartSearch } from '@fencepost/core';

/** Maximum number of nondeterministic choices explored in one thread. */
export const MOST_TOSSES = 256;
const FIRST_TOSSES = 4;
/** Maximum number of long pauses explored for each thread that reads the clock. */
const MOST_PAUSES = 3;

/** The known uses of time by the threads of a program. */
export class Time {
  /** By handle of a thread: number of nondeterministic choices it may make. */
  readonly tosses = new Map<number, number>();
  /** Whether a thread had more choices than are explored. */
  areTossesSpent = false;
  /** Handles of threads that read the clock. */
  readonly readers = new Set<number>();
  /** Number of long pauses explored for each of them; 0: no thread can observe how much time has passed. */
  each = 0;
  /**
   * Sites of loops that still waited for the clock after the last pause, and sites at which the clock was read after a
   * pause.
   */
  readonly waiting = new Set<string>();
  readonly passed = new Set<string>();

  /** Maximum number of long pauses in one execution. */
  get pauses(): number {
    return this.each * this.readers.size;
  }

  /** Returns whether this thread may make another choice. If that was not known before, restarts the search. */
  mayToss(thread: number, number: number): boolean {
    if (number >= MOST_TOSSES) {
      this.areTossesSpent = true;
      return false;
    }
    const known = this.tosses.get(thread) ?? 0;
    if (number < known) return true;
    this.tosses.set(thread, Math.min(MOST_TOSSES, Math.max(FIRST_TOSSES, 2 * number)));
    throw new RestartSearch('a thread decides what is not determined');
  }

  /**
   * Returns whether the thread must read the shared clock; a single reading reveals nothing. If that was not known
   * before, restarts the search.
   */
  isShared(thread: number, readings: number): boolean {
    const { readers } = this;
    const isNew = !readers.has(thread);
    readers.add(thread);
    if (this.each === 0 && readers.size < 2 && readings === 0) return false;
    if (this.each > 0 && !isNew) return true;
    this.each = Math.max(this.each, 1);
    throw new RestartSearch('the clock is read');
  }

  /** Returns whether other threads read the clock, so that the delays of this one must advance it. */
  isTold(thread: number): boolean {
    return this.each > 0 && this.readers.size > (this.readers.has(thread) ? 1 : 0);
  }

  /**
   * Called when a thread has waited for this many pauses, and waits again after the last one: explores another pause.
   */
  waitAgain(where: string, waited: number): void {
    this.waiting.add(where);
    // Otherwise another execution has the pause here.
    if (waited < this.each || this.each >= MOST_PAUSES) return;
    this.each++;
    throw new RestartSearch('time passes once more');
  }

  /** Sites of loops that wait for the clock and have not been followed to their end. */
  get unended(): readonly string[] {
    return [...this.waiting].filter((where) => !this.passed.has(where));
  }

  restore(tosses: Iterable<readonly [number, number]>, readers: Iterable<number>, each: number): void {
    this.tosses.clear();
    this.readers.clear();
    for (const [thread, count] of tosses) this.tosses.set(thread, count);
    for (const thread of readers) this.readers.add(thread);
    this.each = each;
  }
}
