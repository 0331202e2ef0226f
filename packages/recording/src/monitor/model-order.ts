import type { MemoryOrder } from '@fencepost/core';

/** The order of a model, event by event: answers which writes come before the next operation of a thread. */
export interface ModelOrder {
  fitThreads(threads: number): void;
  fitSlots(slots: number): void;
  /** Returns whether this write is before the next operation of t, which has this code. */
  isBefore(write: number, t: number, code: number): boolean;
  /** Returns for which further operations this write is before the next one of t, to this place, as bits of `asks`. */
  beforeIf(write: number, t: number, slot: number): number;
  /** Returns the bits of an operation with this code, which writes or not: what decides depends on the model. */
  asks(code: number, writes: boolean): number;
  /** Returns whether the write and an unordered operation with this code are a data race, and are reported as such. */
  isRace(write: number, code: number): boolean;
  /** Returns whether this write is before all future operations of t. */
  isSettled(write: number, t: number): boolean;
  /**
   * Handles an access that read `latest`, the last write of its place, or wrote `written` after it (0: nothing).
   * `failureOrder`: the order of a compare-and-swap that failed.
   */
  access(t: number, slot: number, code: number, latest: number, written: number, failureOrder?: MemoryOrder): void;
  /** Handles a plain or relaxed access to a place that only t accesses, in this way. */
  local(t: number): void;
  /** Handles a write by code without hooks that t observes now. */
  seeOutside(t: number, slot: number, latest: number, written: number): void;
  fence(t: number, code: number): void;
  spawn(t: number, child: number, code: number): void;
  join(t: number, child: number, code: number): void;
  dropSlot(slot: number): void;
  dropWrite(write: number): void;
}
