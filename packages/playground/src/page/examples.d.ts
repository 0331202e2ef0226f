/** An example program. */
export interface Example {
  /** The heading in the menu. */
  readonly group: string;
  readonly title: string;
  /** One line on what it shows. */
  readonly about: string;
  readonly file: string;
  readonly text: string;
  /** The file with its stored result. Absent: it is checked when it is opened. */
  readonly stored?: string;
}

/** The examples of examples.json. The build generates this module from the files. */
export const EXAMPLES: readonly Example[];
