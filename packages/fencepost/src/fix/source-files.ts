import { dirname, join, resolve } from 'node:path';
import type { SourceFiles } from '@fencepost/fix';
import { readText } from '../files/files.js';

/** Reads files of this machine, each once. */
export function sourceFiles(): SourceFiles {
  const texts = new Map<string, string | undefined>();
  return {
    textOf: (path) => {
      if (!texts.has(path)) texts.set(path, textIfAny(path));
      return texts.get(path);
    },
    nameOf: (path) => resolve(path),
    included: (name, by) => join(dirname(by), name),
  };
}

/** Returns the text of a file that can be read, except for system headers, which are not the user's. */
function textIfAny(path: string): string | undefined {
  if (/^\/usr\/(?:lib|include)\//.test(resolve(path))) return undefined;
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}
