import type { Outcome } from './job.js';

/** A task about to start. */
export interface Begun<Task> {
  readonly task: Task;
  /** Time at which to end it if it is not done, in terms of `performance.now()`. */
  readonly deadline?: number;
}

/** A task that was not started, because it was no longer needed or the others were stopped before. */
export interface Skipped {
  readonly kind: 'skipped';
}

export type OnProgress<Progress> = (index: number, progress: Progress) => void;

/** Runs tasks. */
export interface Runner<Task, Result, Progress = never> {
  /**
   * Yields the outcomes of the tasks, in their order. `begin` is called for a task when a thread is free to run it. If
   * it returns undefined, the task is no longer needed and skipped.
   */
  run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onProgress?: OnProgress<Progress>,
  ): AsyncGenerator<Outcome<Result, Progress> | Skipped, void, void>;
  /** Asks tasks to stop, and after a short time ends those that have not. No further task starts. */
  stop(): void;
  /** Ends all threads. */
  close(): void;
}
