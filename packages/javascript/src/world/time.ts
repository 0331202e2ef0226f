import { RestartSearch } from '@fencepost/core';

/** The most that are explored in one thread. */
export const MOST_TOSSES = 256;
const FIRST_TOSSES = 4;
/** The most long pauses that are explored for each thread that reads the clock. */
const MOST_PAUSES = 3;

/** What the threads of a program do with time, as far as is known. */
export class Time {
  /** By handle of a thread: how often it may decide what is not determined. */
  readonly tosses = new Map<number, number>();
  /** Did a thread have more to decide than is explored? */
  areTossesSpent = false;
  /** Handles of threads that read the clock. */
  readonly readers = new Set<number>();
  /** How many long pauses are explored for each of them; 0: nothing can tell how much time has passed. */
  each = 0;
  /** Where loops read the clock that waited for it after the last pause, and where it was read after a pause. */
  readonly waiting = new Set<string>();
  readonly passed = new Set<string>();

  /** The most long pauses in one execution. */
  get pauses(): number {
    return this.each * this.readers.size;
  }

  /** May this thread decide once more? If that was not known, the search restarts. */
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
   * Does the thread have to ask how late it is? One reading tells nothing. If it was not known that it does, the search
   * restarts.
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

  /** Do other threads read the clock, so that what this one waits for must show there? */
  isTold(thread: number): boolean {
    return this.each > 0 && this.readers.size > (this.readers.has(thread) ? 1 : 0);
  }

  /** A thread has waited so often, and waits again after the last pause: there must be another one. */
  waitAgain(where: string, waited: number): void {
    this.waiting.add(where);
    // Otherwise there is an execution in which the pause comes here.
    if (waited < this.each || this.each >= MOST_PAUSES) return;
    this.each++;
    throw new RestartSearch('time passes once more');
  }

  /** Where loops wait for the clock that have not been followed to their end. */
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
