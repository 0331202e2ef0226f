import { dirname, extname, join } from 'node:path';
import { SCRIPT_LANGUAGES, isWrittenIn } from '@fencepost/core';
import { textIfReadable } from '../../files/files.js';

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;
/** A module that is written in TypeScript may be imported by its later name. */
const LATER: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts' };

/**
 * Returns the files of the project that a module imports, directly or not, as far as its text shows. The front end knows
 * those of a test file; this also finds those of modules that export programs, and of files that cannot be loaded.
 */
export function importedBy(file: string): readonly string[] {
  const found = new Set<string>();
  const visit = (module: string): void => {
    if (!isWrittenIn(module, SCRIPT_LANGUAGES) || found.has(module)) return;
    const text = textIfReadable(module);
    if (text === undefined) return;
    found.add(module);
    for (const [, , name] of text.matchAll(IMPORT)) {
      const path = join(dirname(module), name!);
      const ending = extname(path);
      const later = LATER[ending];
      for (const each of [path, ...(later === undefined ? [] : [path.slice(0, -ending.length) + later])]) visit(each);
    }
  };
  visit(file);
  return [...found];
}
