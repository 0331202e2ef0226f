import type { LoadOptions, LoadedProgram } from './loaded-program.js';

/** Makes programs of files. */
export interface FrontEnd {
  readonly name: string;
  /** What its files are, for the help text: `a litmus test (*.litmus)`. */
  readonly files: string;
  /** What its files end in. */
  readonly extensions: readonly string[];
  /** The programs of a file. What is wrong with the file is a `FencepostError`. */
  readonly load: (file: string, options: LoadOptions) => Promise<readonly LoadedProgram[]>;
}
