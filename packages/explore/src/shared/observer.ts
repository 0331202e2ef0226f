import type { Recorder } from '@fencepost/core';

/** Observes the SC executions of a search. Notified of every step, and of every step undone. */
export interface Observer {
  /**
   * Thread t is about to execute the operation of its local state `state`. `writes` is true if it changes memory (a
   * failing compare-and-swap does not). `undo` undoes exactly these steps, last first.
   */
  step(t: number, state: number, writes: boolean): void;
  undo(): void;
  /**
   * The execution ends here, and thread t waits for a value in `state` (a load or an atomic with a condition). Under
   * another model it might have continued. Changes nothing.
   */
  waits(t: number, state: number): void;
  /** Called when no earlier step will be undone. Undo data may be dropped. */
  settle(): void;
}

/** The current execution of a search, before the current step. Built on demand. */
export interface RunView {
  recorded(): Recorder;
  /**
   * Returns the number, from 1 on, of the latest write of this location that happens before the last operation of t, or
   * is its own; 0 if none. Only for searches that can determine it.
   */
  lastSeenWrite?(t: number, location: number): number;
}

/** Makes an observer for a search. */
export type ObserverFactory = (run: RunView) => Observer;
