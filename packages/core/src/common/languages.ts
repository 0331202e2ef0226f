/** Languages of programs, and the extensions of their sources. Nothing else lists extensions of sources. */
const ENDINGS = {
  C: ['.c', '.i'],
  'C++': ['.cc', '.cpp', '.cxx', '.c++', '.C', '.CPP'],
  'LLVM IR': ['.ll'],
  Rust: ['.rs'],
  JavaScript: ['.js', '.jsx', '.mjs', '.cjs'],
  TypeScript: ['.ts', '.tsx', '.mts', '.cts'],
  litmus: ['.litmus'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Extensions of headers. `CXX_HEADERS`: of C++ only. */
export const C_HEADERS = ['.h', '.inc', '.inl', '.def'] as const;
export const CXX_HEADERS = ['.hh', '.hpp', '.hxx', '.h++', '.ipp'] as const;

export type SourceLanguage = keyof typeof ENDINGS;

/** Languages that are compiled by way of LLVM IR: clang writes that of C and C++, rustc that of Rust. */
export const COMPILED_LANGUAGES = ['C', 'C++', 'LLVM IR', 'Rust'] as const;
/** Languages that Node runs. */
export const SCRIPT_LANGUAGES = ['JavaScript', 'TypeScript'] as const;

/** Returns the extensions of sources in these languages. */
export function endingsOf(...languages: readonly SourceLanguage[]): readonly string[] {
  return languages.flatMap((language) => ENDINGS[language]);
}

/** Returns the language of a source, by its extension. */
export function languageOfSource(file: string): SourceLanguage | undefined {
  const ending = endingOf(file);
  const languages = Object.keys(ENDINGS) as SourceLanguage[];
  return languages.find((language) => endingsOf(language).includes(ending));
}

/** Whether the file is written in one of these languages, judging by its extension. */
export function isWrittenIn(file: string, languages: readonly SourceLanguage[]): boolean {
  const language = languageOfSource(file);
  return language !== undefined && languages.includes(language);
}

/** Whether the file is a header of C or C++. */
export function isHeader(file: string): boolean {
  const headers: readonly string[] = [...C_HEADERS, ...CXX_HEADERS];
  return headers.includes(endingOf(file));
}

/** Whether the file is a C++ source or header. */
export function isCxx(file: string): boolean {
  const headers: readonly string[] = CXX_HEADERS;
  return languageOfSource(file) === 'C++' || headers.includes(endingOf(file));
}

/** Whether the file is a source in Rust. */
export function isRust(file: string): boolean {
  return languageOfSource(file) === 'Rust';
}

function endingOf(file: string): string {
  return /[^/\\](\.[^./\\]*)$/.exec(file)?.[1] ?? '';
}
