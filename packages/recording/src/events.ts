import type { MemoryOrder } from '@fencepost/core';

/**
 * An SC execution, event by event in the order of execution. Threads, places and sites are small integers that count
 * from 0; `code` is the operation's code as in `@fencepost/core` (kind and order; `OBJECT` for a lock or another
 * synchronisation object). A place is a unit of memory that every event accesses as a whole; an access that spans
 * several units is several events. After memory is freed, its places do not occur again. A thread acts after it was
 * started, unless it is one of the first (`RecordedRun.roots`), and before it is joined.
 */
export interface RecordedEvents {
  load(thread: number, place: number, code: number, site: number): void;
  /** The value has two halves of 32 bits. */
  store(thread: number, place: number, code: number, site: number, low: number, high: number): void;
  /**
   * A read-modify-write that wrote this value, whatever it read. An unlock that is a plain store is one, with the code
   * of a store: no other step of the lock comes between it and the step that took the lock.
   */
  update(thread: number, place: number, code: number, site: number, low: number, high: number): void;
  /** A compare-and-swap that found the expected value, and wrote. `change` has both values. */
  swap(thread: number, place: number, code: number, site: number, change: Swap): void;
  /**
   * A compare-and-swap that found another value. `code` has the order of its success; a relaxed step of an object is
   * only a load of it.
   */
  failedSwap(thread: number, place: number, code: number, site: number, change: FailedSwap): void;
  fence(thread: number, code: number, site: number): void;
  spawn(thread: number, child: number, site: number): void;
  join(thread: number, child: number, site: number): void;
  free(thread: number, place: number, site: number): void;
  /**
   * An access to a place after it was freed, in memory that was not allocated again since. Its block was freed by thread
   * `by` at `freeSite`. It is no other event.
   */
  used?(thread: number, place: number, site: number, by: number, freeSite: number): void;
  /**
   * A plain or relaxed load or store of a place that no other thread accesses or frees, by loads and stores of these
   * orders only. A visitor that does not define it gets the load or the store.
   */
  local?(thread: number, site: number): void;
  /** Code without hooks has written to the place, at an unknown time; this thread is the first to observe the value. */
  outside(thread: number, place: number, low: number, high: number): void;
}

/** The operands of a compare-and-swap. The object may be reused for the next one. */
export interface Swap {
  readonly expectedLow: number;
  readonly expectedHigh: number;
  readonly low: number;
  readonly high: number;
}

/** The operands of a compare-and-swap that failed, and the order of its read. */
export interface FailedSwap extends Swap {
  readonly failureOrder: MemoryOrder;
}
