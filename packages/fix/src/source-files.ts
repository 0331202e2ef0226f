/** Where texts come from: files of a machine, or those of a page. */
export interface SourceFiles {
  /** The text of a file, which stays the same; undefined: it cannot be read, or is not the user's to change. */
  readonly textOf: (path: string) => string | undefined;
  /** A file may have more than one name: the same for all of them. */
  readonly nameOf: (path: string) => string;
  /** The path of a file that another one includes by this name. */
  readonly included: (name: string, by: string) => string;
}

/** Files that are nothing but these texts, by their only names. */
export function filesOf(texts: Readonly<Record<string, string>>): SourceFiles {
  return {
    textOf: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
    nameOf: (path) => path,
    included: (name, by) => by.replace(/[^/]*$/, '') + name,
  };
}
