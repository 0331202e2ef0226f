import type { Outcome } from './protocol.js';

/** A task about to start. */
export interface Begun<Task> {
  readonly task: Task;
  /** When to terminate the worker if the task is not done, in terms of `performance.now()`. */
  readonly deadline?: number;
}

export type OnNote<Note> = (index: number, note: Note) => void;

/** Runs tasks. */
export interface Runner<Task, Result, Note = never> {
  /**
   * How the tasks ended, in their order. `begin` is called for a task when a worker is free to run it; undefined: it is not
   * needed any more, and skipped.
   */
  run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onNote?: OnNote<Note>,
  ): AsyncGenerator<Outcome<Result, Note>, void, void>;
  /** Asks tasks to stop, and terminates those that do not a little later. No further task starts. */
  stop(): void;
  /** Ends all workers. */
  close(): void;
}
