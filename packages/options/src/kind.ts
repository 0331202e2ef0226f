/** Parses, formats and describes the values of an option. */
export interface Kind<T> {
  /** Its name in the help, as in `--max-time TIME`; without it, the option is a flag. */
  readonly argument?: string;
  /** Whether it may be given several times. */
  readonly repeats?: true;
  /** Parses the values on the command line, in order. */
  readonly fromText: (texts: readonly string[], flag: string) => T;
  /** Reads a value from a configuration, a check in a test file or a caller. Paths are relative to `folder`. */
  readonly fromValue: (value: unknown, key: string, folder: string) => T;
  /** Returns the arguments on the command line for a value: one text for each time the option is given. */
  readonly toTexts: (value: unknown) => readonly string[];
  /** Returns beginnings of values, for the completion of shells; without it, the names in the schema. */
  readonly beginnings?: () => readonly string[];
  /** Whether a value may be a list of names with commas. */
  readonly hasCommas?: true;
  /** Returns the JSON schema of the value in a configuration. A function, because choices can be registered later. */
  readonly schema: () => JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;
