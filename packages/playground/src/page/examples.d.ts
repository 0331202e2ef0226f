/** A program to begin with. */
export interface Example {
  readonly title: string;
  readonly file: string;
  readonly text: string;
}

/** Those of examples.json. The build makes this module: it reads the files. */
export const EXAMPLES: readonly Example[];
