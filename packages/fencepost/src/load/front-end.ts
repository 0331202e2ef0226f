import type { LoadOptions, LoadedProgram } from './loaded-program.js';

/** Creates programs from files of a language. */
export interface FrontEnd {
  readonly name: string;
  /** Description of its files for the help text: `a litmus test (*.litmus)`. */
  readonly files: string;
  /** Extensions of its files. */
  readonly extensions: readonly string[];
  /** Loads the programs of a file. Errors in the file are thrown as `FencepostError`. */
  readonly load: (file: string, options: LoadOptions) => Promise<readonly LoadedProgram[]>;
}
