import type { Recorder } from '@fencepost/core';

/** Observes the SC executions of a search: is notified of every step, and of every step undone. */
export interface Observer {
  /**
   * Thread t is about to execute the operation of its local state `state`; `writes` says whether it changes memory (a
   * failing compare-and-swap does not). `observed` steps are exactly those that `undo` takes back, last first.
   */
  step(t: number, state: number, writes: boolean): void;
  undo(): void;
  /**
   * The execution ends here, and thread t waits for a value in `state` (a load or an atomic with a condition). Under
   * another model it might have continued. Changes nothing.
   */
  waits(t: number, state: number): void;
  /** No step so far will be undone: data kept for that may be dropped. */
  settle(): void;
}

/** The current execution of a search, before the step of the notification. Built on demand. */
export interface RunView {
  recorded(): Recorder;
  /**
   * Of the writes of this location, the latest that happens before the last operation of t, or is its own: its number,
   * from 1 on; 0: none. For searches that can tell.
   */
  lastSeenWrite?(t: number, location: number): number;
}

/** Makes an observer for a search. */
export type ObserverFactory = (run: RunView) => Observer;
