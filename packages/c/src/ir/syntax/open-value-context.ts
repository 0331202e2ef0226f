import type { Block, Instruction } from './function.js';

/** The values that are tried for a call that returns an arbitrary value (`__VERIFIER_nondet_int`). */
export interface OpenValues {
  /** The values in decimal: 64 bits do not fit into a number. */
  readonly values: readonly string[];
  /** Whether the program treats every other value like one of these. */
  readonly complete: boolean;
}

/** Properties of the function around the call that the analysis needs. */
export interface OpenValueContext {
  readonly blocks: readonly Block[];
  /** Returns whether this is a variable that only this function accesses, and only as a whole. */
  readonly isPrivate: (name: string) => boolean;
  /** Returns whether this call ends the execution if its only argument is 0, and otherwise does nothing. */
  readonly isAssumption: (call: Instruction) => boolean;
  /** Returns whether no other thread and no function can have accessed this variable when the call returns. */
  readonly isOurs: (name: string) => boolean;
}
