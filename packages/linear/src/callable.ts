import type { FinalView, Program } from '@fencepost/core';

/** A data structure of a front end. */
export interface Callable {
  /** The program whose threads make these calls, after the initial ones have been made. */
  program(name: string, threads: readonly CallingThread[], initial: readonly GivenCall[]): Program;
  /** The program that the specification runs: one thread makes these calls. Default: `program`. */
  programAlone?(name: string, thread: CallingThread, initial: readonly GivenCall[]): Program;
  /** The index of the first thread that makes calls, if others are before it. */
  firstThread?(program: Program): number;
  /** What the calls of a thread returned, as users would write it. */
  resultsOf(final: FinalView, thread: number): readonly string[];
  /** The same of a thread that ran alone, from what it ended with. */
  resultsFrom(outcome: unknown): readonly string[];
  /** What a sequence of calls returns in the end, if not the structure itself says so; undefined: it waits. */
  readonly model?: ((calls: readonly GivenCall[]) => string | undefined) | undefined;
  /** An argument as users would write it. */
  show(value: unknown): string;
  /** The scenario as a test in the language of the structure. */
  testOf?(scenario: WrittenScenario, file: DeclaringFile): string;
}

export interface CallingThread {
  readonly name: string;
  readonly calls: readonly GivenCall[];
  /** What tells its calls from others, but for their numbers. */
  readonly key: string;
}

export interface GivenCall {
  readonly operation: string;
  readonly args: readonly unknown[];
  /** The number of the call among all of the program. */
  readonly number: number;
  /** It may wait forever. */
  readonly blocking: boolean;
}

/** A scenario as a front end writes it in its language. */
export interface WrittenScenario {
  readonly name: string;
  /** Of the structure. */
  readonly structure: string;
  readonly threads: readonly CallingThread[];
  readonly initial: readonly GivenCall[];
  /** By possible outcome: what the calls return, those of the first thread first. */
  readonly outcomes: readonly (readonly string[])[];
}

/** The file that declares the structure. */
export interface DeclaringFile {
  readonly path: string;
  readonly text: string;
}
