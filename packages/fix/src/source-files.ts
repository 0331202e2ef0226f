/** Source of texts: files on disk, or those of a page. */
export interface SourceFiles {
  /** Returns the text of a file, which stays the same; undefined if it cannot be read, or the user cannot change it. */
  readonly textOf: (path: string) => string | undefined;
  /** Returns the canonical name, which is the same for all names of a file. */
  readonly nameOf: (path: string) => string;
  /** Returns the path of a file that another one includes by this name. */
  readonly included: (name: string, by: string) => string;
}

/** Returns source files that consist of these texts only, each with a single name. */
export function filesOf(texts: Readonly<Record<string, string>>): SourceFiles {
  return {
    textOf: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
    nameOf: (path) => path,
    included: (name, by) => by.replace(/[^/]*$/, '') + name,
  };
}
