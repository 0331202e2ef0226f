/** Work for a handler, in a separate thread or in this one. */
export interface Job<In, Progress = never> {
  readonly input: In;
  /** Time at which the job is ended if it is not done, in terms of `performance.now()`. */
  readonly deadline?: number;
  /** Grace period after the deadline, which is longer on a busy machine. */
  readonly graceMs?: number;
  /** Called at the deadline. Returns a new deadline if the job makes progress; undefined: the job is ended. */
  readonly postponed?: () => number | undefined;
  /** The job is ended if the process uses more memory. */
  readonly megabytes?: number;
  /** Receives the progress reports of the handler. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How a job ended. */
export type Outcome<Out, Progress = never> = { readonly kind: 'done'; readonly result: Out } | Ended<Progress>;

/** The job has no result: its thread was ended, or has ended. */
export interface Ended<Progress> {
  /**
   * An uncaught error; the deadline; memory; an ignored request to stop; the end of its thread; or waiting for
   * something that never happens.
   */
  readonly kind: 'failed' | 'timeout' | 'out-of-memory' | 'interrupted' | 'exited' | 'stuck';
  /** The last progress report. */
  readonly progress: Progress | undefined;
  /** The error that ended the thread: always present with `failed`. */
  readonly error?: Error;
}

/**
 * Runs jobs, one after the other. The promise is rejected if the handler throws, which is a bug: expected errors are
 * results.
 */
export interface JobRunner<In, Out, Progress = never> {
  run(job: Job<In, Progress>): Promise<Outcome<Out, Progress>>;
  /** Asks the current job to stop, and those that follow. */
  interrupt(patience: Patience): void;
  /** Ends the current job. Resolves when it has ended, or when waiting for it is given up. */
  end(): Promise<void>;
}

/** Time allowed for a job that was asked to stop. */
export interface Patience {
  /** Time without a sign of life; 0: the job is ended at once. */
  readonly noticeMs: number;
  /** Time after its sign of life; undefined: a sign of life does not extend the time. */
  readonly answerMs?: number;
}

/** Orders for a job: continue; end soon with the results found; end within a second; end at once. */
export const GO_ON = 0;
export const HURRY = 1;
export const LEAVE = 2;
export const INTERRUPT = 3;

/** Indices in the shared signal: the order, and the heartbeat, which changes while the job makes progress. */
export const ORDER = 0;
export const BEAT = 1;

/** The interface of a handler to its job, in addition to its input. */
export interface JobContext<Progress> {
  /** Whether the job should stop at once. */
  readonly stopped: () => boolean;
  /** Returns the current order. */
  readonly order: () => number;
  /** Heartbeat: signals that the job makes progress. */
  readonly beat: () => void;
  /** Reports progress; may be called at any rate. `ask` is called only if the report is sent. */
  readonly progress: (ask: () => Progress) => void;
  /** Sends a report that must not be omitted. */
  readonly tell: (progress: Progress) => void;
  /** Receives messages to the job while it runs, and keeps the thread alive. */
  readonly receive: (listener: (message: unknown) => void) => void;
}

export type Handler<In, Out, Progress = never> = (input: In, context: JobContext<Progress>) => Promise<Out> | Out;

/** Data for the thread of a job at its start. */
export interface JobThreadData {
  readonly handler: string;
  /** Shared memory with the order and the heartbeat, at `ORDER` and `BEAT`. */
  readonly signal: Int32Array;
}

/** Message to a thread: a job, a message to the current job, or notice of a new order. */
export type ToJob =
  | { readonly kind: 'job'; readonly input: unknown }
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'order' };

/** Message from a thread. */
export type FromJob =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  /** The order was received. */
  | { readonly kind: 'noticed' }
  /** The event loop is empty, and there is no result. */
  | { readonly kind: 'stuck' }
  /** The handler threw. */
  | { readonly kind: 'thrown'; readonly message: string; readonly stack: string };
