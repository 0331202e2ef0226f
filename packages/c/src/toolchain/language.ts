import { COMPILED_LANGUAGES, isWrittenIn, languageOfSource } from '@fencepost/core';

export type Language = 'c' | 'c++';

/** Returns whether this is a source file, judging by its name. */
export function isSource(file: string): boolean {
  return isWrittenIn(file, COMPILED_LANGUAGES);
}

/** Returns whether this is LLVM IR as text, judging by its name. */
export function isIr(file: string): boolean {
  return languageOfSource(file) === 'LLVM IR';
}

/** Returns the language of a source, judging by its name. */
export function languageOf(file: string): Language {
  return languageOfSource(file) === 'C++' ? 'c++' : 'c';
}
