import type { Block, Instruction } from './function.js';

/** The values of a call that returns any (`__VERIFIER_nondet_int`) which are tried. */
export interface OpenValues {
  /** In decimal: 64 bits do not fit into a number. */
  readonly values: readonly string[];
  /** Does the program do with every other value what it does with one of these? */
  readonly complete: boolean;
}

/** What the analysis has to know about the function around the call. */
export interface OpenValueContext {
  readonly blocks: readonly Block[];
  /** Is this a variable that only this function accesses, as a whole? */
  readonly isPrivate: (name: string) => boolean;
  /** Does this call end the execution, or do nothing, depending on whether its only argument is 0? */
  readonly isAssumption: (call: Instruction) => boolean;
  /** Can no other thread, and no function, have got to this variable when the call returns? */
  readonly isOurs: (name: string) => boolean;
}
