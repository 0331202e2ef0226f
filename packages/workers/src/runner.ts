import type { Outcome } from './job.js';

/** A task about to start. */
export interface Begun<Task> {
  readonly task: Task;
  /** When to end it if it is not done, in terms of `performance.now()`. */
  readonly deadline?: number;
}

/** A task that was not started, as it was not needed any more, or as the others were stopped before. */
export interface Skipped {
  readonly kind: 'skipped';
}

export type OnProgress<Progress> = (index: number, progress: Progress) => void;

/** Runs tasks. */
export interface Runner<Task, Result, Progress = never> {
  /**
   * How the tasks ended, in their order. `begin` is called for a task when a thread is free to run it; undefined: it is not
   * needed any more, and skipped.
   */
  run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onProgress?: OnProgress<Progress>,
  ): AsyncGenerator<Outcome<Result, Progress> | Skipped, void, void>;
  /** Asks tasks to stop, and ends those that do not a little later. No further task starts. */
  stop(): void;
  /** Ends all threads. */
  close(): void;
}
