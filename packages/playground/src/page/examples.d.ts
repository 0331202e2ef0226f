/** An example program. */
export interface Example {
  readonly title: string;
  readonly file: string;
  readonly text: string;
}

/** The examples of examples.json. The build generates this module from the files. */
export const EXAMPLES: readonly Example[];
