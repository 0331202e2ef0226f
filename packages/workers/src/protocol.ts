/** What a worker is told when it starts. */
export interface WorkerStart {
  /** Not 0: whoever runs a task should come to an end. */
  readonly stop: Int32Array;
}

/** From a worker: how far its task is, or how it ended. */
export type Message =
  | { readonly kind: 'note'; readonly note: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  /** There is nothing left to do, and no result. */
  | { readonly kind: 'stuck' }
  /** The handler threw: a mistake of ours, as what can go wrong is part of a result. */
  | { readonly kind: 'thrown'; readonly message: string; readonly stack: string };

/** How a task ended. */
export type Outcome<Result, Note = never> =
  | { readonly kind: 'done'; readonly result: Result }
  | Ended<Note>
  /** It was not begun, as all was stopped before. */
  | { readonly kind: 'skipped' };

/** The worker was terminated, or died. */
export interface Ended<Note> {
  readonly kind: 'ended';
  /** The time was over; the pool was stopped; out of memory; an error that nothing caught; the task ended its thread, or awaits what never happens. */
  readonly why: 'time' | 'stop' | 'memory' | 'error' | 'exit' | 'stuck';
  /** The last thing it said. */
  readonly note: Note | undefined;
  /** With `error`. */
  readonly error?: Error;
}
