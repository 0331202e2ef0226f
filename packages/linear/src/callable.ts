import type { FinalView, Program } from '@fencepost/core';
import type { Interleaving } from './histories/decide-real-time.js';

/** A data structure of a front end. */
export interface Callable {
  /**
   * If the callers are tasks of one event loop: returns the beginnings and ends of calls (`Interleaving`) in the order in
   * which they happened in an execution. Otherwise they are threads, and the explorer knows the order.
   */
  readonly interleaving?: ((final: FinalView) => Interleaving) | undefined;
  /** Returns the program whose threads make these calls, after the initial calls. */
  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program;
  /** Returns the program that the specification runs: one thread makes these calls. Default: `program`. */
  programAlone?(name: string, thread: CallingThread, initial: readonly GivenCall[]): Program;
  /** Returns the index of the first thread that makes calls, if other threads precede it. */
  firstThread?(program: Program): number;
  /** Returns the results of a thread's calls, as users would write them. */
  resultsOf(final: FinalView, thread: number): readonly string[];
  /** Returns the same results for a thread that ran alone, from its outcome. */
  resultsFrom(outcome: unknown): readonly string[];
  /**
   * Returns the results of these calls in every execution in which one caller makes them, if there may be several. Each
   * ends before a call that waits.
   */
  readonly everyRun?: ((calls: readonly GivenCall[], initial: readonly GivenCall[]) => readonly (readonly string[])[]) | undefined; // prettier-ignore
  /**
   * Returns the result of the last of these calls, if the structure itself is not the specification; undefined if it
   * waits.
   */
  readonly model?: ((calls: readonly GivenCall[]) => string | undefined) | undefined;
  /** Returns an argument as users would write it. */
  show(value: unknown): string;
}

export interface CallingThread {
  readonly name: string;
  readonly calls: readonly GivenCall[];
  /** Distinguishes its calls from those of other threads, apart from their numbers. */
  readonly key: string;
}

export interface GivenCall {
  readonly operation: string;
  readonly args: readonly unknown[];
  /** Number of the call among all calls of the program. */
  readonly number: number;
  /** Whether it may wait forever. */
  readonly blocking: boolean;
}
