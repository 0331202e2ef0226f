import type { Recorder } from '@fencepost/core';

/** Watches executions under SC as a search makes them: told of every step, and of every step taken back. */
export interface Observer {
  /**
   * Thread t is about to execute the operation of its local state `state`; `writes` says whether it changes memory (not
   * so for a compare-and-swap that fails). `observed` steps are exactly those that `undo` takes back, last first.
   */
  step(t: number, state: number, writes: boolean): void;
  undo(): void;
  /**
   * The execution ends here, and thread t waits for a value in `state` (a load or an atomic with a condition). Under
   * another model it might have gone on. Changes nothing.
   */
  waits(t: number, state: number): void;
  /** What was told so far will never be taken back: what is kept only for that may go. */
  settle(): void;
}

/** The execution a search is in the middle of: what was done before the step being told of. Built on demand. */
export interface RunView {
  recorded(): Recorder;
}

/** Makes an observer of a search. */
export type ObserverFactory = (run: RunView) => Observer;
