import { extensionOf } from './paths.js';

export type Language = 'c' | 'c++';

const CXX = new Set(['.cc', '.cpp', '.cxx', '.C', '.c++', '.CPP']);

/** What sources of C and C++ end in. */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set(['.c', '.i', ...CXX]);

/** The language of a source, by its name. */
export function languageOf(file: string): Language {
  return CXX.has(extensionOf(file)) ? 'c++' : 'c';
}
