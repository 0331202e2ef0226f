import type { ModelName, Program } from '@fencepost/core';

/** A program that was made of a file. */
export interface FixableProgram {
  /** The file. */
  readonly source: string;
  readonly program: Program;
  /** What the compiler has to say about it. */
  readonly warnings?: string;
  /** Of a check in a test file: how it wants to be run. */
  readonly settings?: { readonly models?: readonly ModelName[] };
  /** All files of the user's that it is made of, if they are more than the source. */
  readonly files?: readonly string[];
}
