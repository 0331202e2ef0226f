import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import { usageError } from '../toolchain/errors.js';
import { DROPPED_WITH_VALUE, IGNORED_WITH_VALUE, MACROS, PATHS } from '../toolchain/known-flags.js';
import type { Language } from '../toolchain/language.js';
import { languageOf } from '../toolchain/language.js';
import { withResponseFiles } from './command-line.js';

/** How a project compiles a file. */
export interface CompileCommand {
  /** Absolute. */
  readonly file: string;
  /** What relative paths of the command start from. */
  readonly directory: string;
  /** The command: the compiler, flags, the file. */
  readonly words: readonly string[];
}

/** What of a compile command concerns the meaning of the source. */
export interface CommandFlags {
  /** Paths in them are absolute. */
  readonly flags: readonly string[];
  readonly language: Language;
}

const LAUNCHERS = /^(?:ccache|sccache|distcc|icecc|env|nice|time)$/;
const LANGUAGES: Readonly<Record<string, Language>> = {
  c: 'c',
  'c-header': 'c',
  'cpp-output': 'c',
  'c++': 'c++',
  'c++-header': 'c++',
  'c++-cpp-output': 'c++',
};

/** Each build has these; they are not worth a note. */
const BUILDING = /^-c$|^-o|^-M/;

/** Flags whose value could be taken for a file. */
function takesValue(flag: string): boolean {
  const known = [DROPPED_WITH_VALUE, IGNORED_WITH_VALUE].some((set) => set.has(flag)) || MACROS.includes(flag);
  return known || /^-(?:-?target|arch|resource-dir|working-directory|-config)$/.test(flag);
}

/** The flags of a command, for its own file or for another source. */
export function flagsOfCommand({ file, directory, words }: CompileCommand, source: string): CommandFlags {
  const [compiler = '', ...args] = withoutLauncher(words);
  if (/(?:^|[\\/])(?:clang-)?cl(?:\.exe)?$/i.test(compiler)) throw notUnderstood(compiler, file);
  const flags: string[] = [];
  // Drivers of C++ compile C files as C++, but not the other way round.
  let language: Language | undefined = /\+\+(?:-[\d.]+)?(?:\.exe)?$/.test(compiler) ? 'c++' : undefined;
  const rest = withResponseFiles(args, directory);
  for (let word = rest.shift(); word !== undefined && word !== '--'; word = rest.shift()) {
    const option = pathOption(word);
    if (option !== undefined) {
      const start = word === option ? '' : option === '--sysroot' ? '--sysroot=' : option;
      const value = start === '' ? (rest.shift() ?? '') : word.slice(start.length);
      const path = INCLUDED.has(option) ? includedFrom(directory, value) : below(directory, value);
      flags.push(...(start === '' ? [option, path] : [start + path]));
    } else if (word === '-Xclang' && rest[0] === '-include' && rest[2] !== undefined) {
      // As CMake has it for precompiled headers: -Xclang -include -Xclang FILE.
      flags.push('-include', includedFrom(directory, rest[2]));
      rest.splice(0, 3);
    } else if (word === '-Xclang' && rest[0] === '-include-pch') rest.splice(0, 3);
    else if (word.startsWith('-x'))
      language = languageNamed(word === '-x' ? (rest.shift() ?? '') : word.slice(2), file);
    else if (BUILDING.test(word)) rest.splice(0, takesValue(word) ? 1 : 0);
    else if (word.startsWith('-') && isWanted(word)) flags.push(word, ...rest.splice(0, takesValue(word) ? 1 : 0));
    // Anything else is the file.
  }
  return { flags, language: language ?? languageOf(source) };
}

/**
 * What a project wants to be warned about is its own affair; but not what it does not. Without optimisation, the C library
 * would warn that it cannot fortify itself.
 */
function isWanted(flag: string): boolean {
  return !/^-W(?!no-|[alp],)|^-pedantic|^-D_FORTIFY_SOURCE\b/.test(flag);
}

function languageNamed(name: string, file: string): Language | undefined {
  const language = LANGUAGES[name];
  if (language !== undefined || name === 'none') return language;
  throw usageError(`${file} is compiled as '${name}' (-x), which is neither C nor C++`);
}

function withoutLauncher(words: readonly string[]): readonly string[] {
  const name = (word: string): string => word.replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
  const first = words.findIndex((word) => !LAUNCHERS.test(name(word)) && !/^\w+=/.test(word));
  return words.slice(Math.max(first, 0));
}

const INCLUDED: ReadonlySet<string> = new Set(['-include', '-imacros']);

/** The option that names a path, if the flag starts with one. */
function pathOption(word: string): string | undefined {
  return /^--sysroot(?:=|$)/.test(word) ? '--sysroot' : PATHS.find((option) => word.startsWith(option));
}

/** What is not there is found like other headers. */
function includedFrom(directory: string, path: string): string {
  const full = below(directory, path);
  return existsSync(full) ? full : path;
}

/** `=` stands for the system's root. */
function below(directory: string, path: string): string {
  return path.startsWith('=') ? path : resolve(directory, path);
}

function notUnderstood(compiler: string, file: string): FencepostError {
  return usageError(
    `${file} is compiled with ${compiler}, whose flags are not those of clang and gcc`,
    'give the flags after --, with --compile-commands none',
  );
}
