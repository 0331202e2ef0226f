/** What a worker gets when it starts. */
export interface WorkerStart {
  /** Not 0: the running task should stop. */
  readonly stop: Int32Array;
}

/** From a worker: the progress of its task, or how it ended. */
export type Message =
  | { readonly kind: 'note'; readonly note: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  /** The event loop is empty, and there is no result. */
  | { readonly kind: 'stuck' }
  /** The handler threw: a bug of ours, as expected errors are part of a result. */
  | { readonly kind: 'thrown'; readonly message: string; readonly stack: string };

/** How a task ended. */
export type Outcome<Result, Note = never> =
  | { readonly kind: 'done'; readonly result: Result }
  | Ended<Note>
  /** It was not started, because the pool was stopped before. */
  | { readonly kind: 'skipped' };

/** The worker was terminated, or died. */
export interface Ended<Note> {
  readonly kind: 'ended';
  /**
   * The time was up; the pool was stopped; out of memory; an uncaught error; the task ended its thread, or awaits what
   * never happens.
   */
  readonly why: 'time' | 'stop' | 'memory' | 'error' | 'exit' | 'stuck';
  /** The last note it sent. */
  readonly note: Note | undefined;
  /** With `error`. */
  readonly error?: Error;
}
