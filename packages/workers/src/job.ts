/** Something for a handler to do, in a thread of its own or in this one. */
export interface Job<In, Progress = never> {
  readonly input: In;
  /** When it is ended if it is not done, in terms of `performance.now()`. */
  readonly deadline?: number;
  /** Asked at the deadline: another one, if the job gets somewhere; undefined: it is ended. */
  readonly postponed?: () => number | undefined;
  /** It is ended if the process uses more. */
  readonly megabytes?: number;
  /** Receives what the handler tells. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How a job ended. */
export type Outcome<Out, Progress = never> = { readonly kind: 'done'; readonly result: Out } | Ended<Progress>;

/** There is no result: the thread was ended, or has ended. */
export interface Ended<Progress> {
  /**
   * An error that nothing caught; the deadline; memory; it was asked to stop, and did not; it ended its thread; or it awaits what
   * never happens.
   */
  readonly kind: 'failed' | 'timeout' | 'out-of-memory' | 'interrupted' | 'exited' | 'stuck';
  /** The last that it told. */
  readonly progress: Progress | undefined;
  /** What the thread died of: always with `failed`. */
  readonly error?: Error;
}

/** Does jobs, one after the other. The promise is rejected if the handler throws: a bug, as expected errors are results. */
export interface JobRunner<In, Out, Progress = never> {
  run(job: Job<In, Progress>): Promise<Outcome<Out, Progress>>;
  /** Asks the present job to stop, and those that follow. */
  interrupt(patience: Patience): void;
  /** Ends the present job. Resolves when that has ended, as far as it can be waited for. */
  end(): Promise<void>;
}

/** How long a job that was asked to stop may go on. */
export interface Patience {
  /** Without any sign of life. 0: it is ended at once. */
  readonly noticeMs: number;
  /** From its sign of life on; undefined: that makes no difference. */
  readonly answerMs?: number;
}

/** What a job is told to do: to go on, to end soon with what there is, within a second, or at once. */
export const GO_ON = 0;
export const HURRY = 1;
export const LEAVE = 2;
export const INTERRUPT = 3;

/** In the signal that two threads share: the order, and a number that changes as long as the job gets anywhere. */
export const ORDER = 0;
export const BEAT = 1;

/** What a handler can use besides its input. */
export interface JobContext<Progress> {
  /** Should the job stop at once? */
  readonly stopped: () => boolean;
  /** What it is told to do. */
  readonly order: () => number;
  /** It gets somewhere. */
  readonly beat: () => void;
  /** Reports progress; may be called at any rate. `ask` is called only if it is sent. */
  readonly progress: (ask: () => Progress) => void;
  /** Reports what must not be left out. */
  readonly tell: (progress: Progress) => void;
  /** Receives what is sent to the job while it runs, and keeps the thread alive. */
  readonly receive: (listener: (message: unknown) => void) => void;
}

export type Handler<In, Out, Progress = never> = (input: In, context: JobContext<Progress>) => Promise<Out> | Out;

/** Data that the thread of a job gets when it starts. */
export interface JobThreadData {
  readonly handler: string;
  /** At `ORDER` and `BEAT`. */
  readonly signal: Int32Array;
}

/** To a thread: a job, what is sent to the present one, or that it has a new order. */
export type ToJob =
  | { readonly kind: 'job'; readonly input: unknown }
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'order' };

/** From a thread. */
export type FromJob =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  /** The order was noticed. */
  | { readonly kind: 'noticed' }
  /** The event loop is empty, and there is no result. */
  | { readonly kind: 'stuck' }
  /** The handler threw. */
  | { readonly kind: 'thrown'; readonly message: string; readonly stack: string };
