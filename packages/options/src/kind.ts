/** How the value of an option is read and written, and what it may be. */
export interface Kind<T> {
  /** As in `--max-time TIME`; without it, the option is a flag. */
  readonly argument?: string;
  /** It may be given several times. */
  readonly repeats?: true;
  /** From the command line: everything that was given, in order. */
  readonly fromText: (texts: readonly string[], flag: string) => T;
  /** From a configuration, a check in a test file or a caller. Paths start from `folder`. */
  readonly fromValue: (value: unknown, key: string, folder: string) => T;
  /** What to give on the command line for a value: a text for each time. */
  readonly toTexts: (value: unknown) => readonly string[];
  /** What a configuration may have, as JSON schema. A function, because choices can be registered later. */
  readonly schema: () => JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;
