import { COMPILED_LANGUAGES, isWrittenIn, languageOfSource } from '@fencepost/core';

export type Language = 'c' | 'c++';

/** Is this a source file, judging by its name? */
export function isSource(file: string): boolean {
  return isWrittenIn(file, COMPILED_LANGUAGES);
}

/** Is this LLVM IR as text, judging by its name? */
export function isIr(file: string): boolean {
  return languageOfSource(file) === 'LLVM IR';
}

/** The language of a source, by its name. */
export function languageOf(file: string): Language {
  return languageOfSource(file) === 'C++' ? 'c++' : 'c';
}
