import type { ModelName, Program } from '@fencepost/core';

/** A program made from a file. */
export interface FixableProgram {
  /** The file. */
  readonly source: string;
  readonly program: Program;
  /** Warnings of the compiler. */
  readonly warnings?: string;
  /** Settings of a check in a test file. */
  readonly settings?: { readonly models?: readonly ModelName[] };
  /** All files of the user that it is made from, if there are more than the source. */
  readonly files?: readonly string[];
}
