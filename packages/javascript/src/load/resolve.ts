/** How a module is requested. Packages may provide a different file for each. */
export type Manner = 'import' | 'require';

/** The target of a specifier. */
export type Resolved =
  | { readonly kind: 'file'; readonly file: string }
  /** One of Node's modules, or a URL that is not a file. */
  | { readonly kind: 'builtin'; readonly specifier: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** Options that change resolution from Node's. */
export interface ResolveOptions {
  readonly alias: Readonly<Record<string, string>>;
  readonly conditions: readonly string[];
}

/** Interface of the class in `#host/resolver` that resolves specifiers. */
export interface Resolving {
  resolve(from: string, specifier: string, manner: Manner): Resolved;
}
