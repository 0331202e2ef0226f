import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import { usageError } from '../toolchain/errors.js';
import { DROPPED_WITH_VALUE, IGNORED_WITH_VALUE, MACROS, PATHS } from '../toolchain/known-flags.js';
import type { Language } from '../toolchain/language.js';
import { languageOf } from '../toolchain/language.js';
import { withResponseFiles } from './command-line.js';

/** The command by which a project compiles a file. */
export interface CompileCommand {
  /** Absolute path. */
  readonly file: string;
  /** Folder to which paths in the command are relative. */
  readonly directory: string;
  /** The command: the compiler, flags, the file. */
  readonly words: readonly string[];
}

/** The parts of a compile command that concern the meaning of the source. */
export interface CommandFlags {
  /** Flags with absolute paths. */
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

/** Flags that every build has; they are not worth a note. */
const BUILDING = /^-c$|^-o|^-M/;

/** Returns whether the value of this flag could be mistaken for a file. */
function takesValue(flag: string): boolean {
  const known = [DROPPED_WITH_VALUE, IGNORED_WITH_VALUE].some((set) => set.has(flag)) || MACROS.includes(flag);
  return known || /^-(?:-?target|arch|resource-dir|working-directory|-config)$/.test(flag);
}

/** Returns the flags of a command, for its own file or for another source. */
export function flagsOfCommand({ file, directory, words }: CompileCommand, source: string): CommandFlags {
  const [compiler = '', ...args] = withoutLauncher(words);
  if (/(?:^|[\\/])(?:clang-)?cl(?:\.exe)?$/i.test(compiler)) throw notUnderstood(compiler, file);
  const flags: string[] = [];
  // C++ drivers compile C files as C++; C drivers do not compile C++ files as C.
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
      // CMake's form for precompiled headers: -Xclang -include -Xclang FILE.
      flags.push('-include', includedFrom(directory, rest[2]));
      rest.splice(0, 3);
    } else if (word === '-Xclang' && rest[0] === '-include-pch') rest.splice(0, 3);
    else if (word.startsWith('-x'))
      language = languageNamed(word === '-x' ? (rest.shift() ?? '') : word.slice(2), file);
    else if (BUILDING.test(word)) rest.splice(0, takesValue(word) ? 1 : 0);
    else if (word.startsWith('-') && isWanted(word)) flags.push(word, ...rest.splice(0, takesValue(word) ? 1 : 0));
    // Any other word is the file.
  }
  return { flags, language: language ?? languageOf(source) };
}

/**
 * Drops flags that request warnings, which concern only the project, but keeps those that disable them. Also drops
 * _FORTIFY_SOURCE: without optimisation, the C library would warn that it cannot fortify itself.
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

/** Returns the option that names a path, if the flag starts with one. */
function pathOption(word: string): string | undefined {
  return /^--sysroot(?:=|$)/.test(word) ? '--sysroot' : PATHS.find((option) => word.startsWith(option));
}

/** Resolves an included file. A file that does not exist here is searched for like other headers. */
function includedFrom(directory: string, path: string): string {
  const full = below(directory, path);
  return existsSync(full) ? full : path;
}

/** Resolves a path, except one that starts with `=`, which stands for the system's root. */
function below(directory: string, path: string): string {
  return path.startsWith('=') ? path : resolve(directory, path);
}

function notUnderstood(compiler: string, file: string): FencepostError {
  return usageError(
    `${file} is compiled with ${compiler}, whose flags differ from those of clang and gcc`,
    'give the flags after --, with --compile-commands none',
  );
}
