/** A small program: a function body that returns a value (as JSON, or nearly so) or throws. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
  /** Strict module code unless said otherwise. */
  readonly kind?: 'esm' | 'cjs';
  /** The body may await; its value is what it returns in the end. */
  readonly async?: boolean;
  readonly language?: 'js' | 'ts';
}

/** A group of snippets written as a table: name and code. */
export function table(
  rows: Readonly<Record<string, string>>,
  common: Omit<Snippet, 'name' | 'code'> = {},
): readonly Snippet[] {
  return Object.entries(rows).map(([name, code]) => ({ name, code, ...common }));
}
