import { COMPILED_LANGUAGES, endingsOf } from '@fencepost/core';
import type { Kind, TableOf } from '@fencepost/options';
import { below, choice, flag, setting, stringOf, stringsOf } from '@fencepost/options';
import { isSource } from './toolchain/language.js';

// Small, and loaded without the rest of the package: every command needs these options.

/** Replaces the path of a compilation database if none is wanted. */
export const NO_DATABASE = 'none';

/** Options for programs in C, C++ and LLVM IR. */
export interface COptions {
  /** Whether weak compare-and-swaps of compiled programs may fail, and waits for a condition may end, spuriously. */
  readonly spurious: boolean;
  /** Whether each call of `malloc` and similar functions in a compiled program may return NULL. */
  readonly allocFails: boolean;
  /** Whether a compiled program fails if it ends with a status other than 0. */
  readonly failOnExit: boolean;
  /** Whether volatile accesses of compiled programs are plain (default), so that they can race, or relaxed atomic. */
  readonly volatile: 'plain' | 'relaxed';
  /**
   * When `pthread_create` stores the id of the new thread: before that thread runs, as glibc does (default), or at any
   * time, as POSIX allows.
   */
  readonly threadIds: 'glibc' | 'posix';
  /**
   * The `compile_commands.json` of the project, or its folder; 'none' to ignore its flags. By default it is searched
   * for.
   */
  readonly compileCommands: string | undefined;
  /** Flags for the compiler, and further files of the program. */
  readonly compiler: readonly string[];
}

/** The options that determine which executions a compiled program has. */
export type CRunOptions = Omit<COptions, 'compileCommands' | 'compiler'>;

export const C_RUN_OPTIONS: TableOf<CRunOptions> = {
  spurious: setting('spurious', flag, {
    otherwise: false,
    help: 'C: weak CAS and condition waits may fail spuriously',
  }),
  allocFails: setting('alloc-fails', flag, {
    otherwise: false,
    help: 'C: malloc and similar functions may return NULL',
  }),
  failOnExit: setting('fail-on-exit', flag, { otherwise: false, help: 'C: an exit status other than 0 is a failure' }),
  volatile: setting(
    'volatile',
    choice<CRunOptions['volatile']>(() => ['plain', 'relaxed'], 'kind of access', 'KIND'),
    { otherwise: 'plain', help: 'C: volatile accesses are plain (default) or relaxed' },
  ),
  threadIds: setting(
    'thread-ids',
    choice<CRunOptions['threadIds']>(() => ['glibc', 'posix'], 'library', 'LIBRARY'),
    {
      otherwise: 'glibc',
      help: 'C: pthread_t set first (glibc, default), anytime (posix)',
    },
  ),
};

/** A path, or `none`. */
const database: Kind<string> = {
  argument: 'PATH',
  fromText: ([path]) => path!,
  fromValue: (value, key, folder) => {
    const path = stringOf(value, key);
    return path === NO_DATABASE ? path : below(folder, path);
  },
  toTexts: (value) => [String(value)],
  schema: () => ({ type: 'string' }),
};

const FOLDER_FLAG = /^(-I|-isystem|-iquote|-idirafter)(.*)$/;

/**
 * The arguments after `--`. In a configuration, include folders and further sources are relative to its folder, too.
 */
const compilerFlags: Kind<readonly string[]> = {
  fromText: (flags) => flags,
  fromValue: (value, key, folder) => {
    const flags = stringsOf(value, key);
    return flags.map((each, i) => {
      const [, option, path] = FOLDER_FLAG.exec(each) ?? [];
      if (option !== undefined && path !== '') return `${option}${below(folder, path!)}`;
      const isFolder = FOLDER_FLAG.exec(flags[i - 1] ?? '')?.[2] === '';
      return isFolder || (!each.startsWith('-') && isSource(each)) ? below(folder, each) : each;
    });
  },
  toTexts: (value) => value as readonly string[],
  schema: () => ({ type: 'array', items: { type: 'string' }, minItems: 1 }),
};

/** The options of this front end. */
export const C_OPTIONS: TableOf<COptions> = {
  ...C_RUN_OPTIONS,
  compileCommands: setting('compile-commands', database, { help: 'C: path of compile_commands.json, or none' }),
  compiler: setting(null, compilerFlags, { otherwise: [] }),
};

/** Properties of this front end that the rest of the tool needs before it is loaded. */
export const C_FRONT_END = {
  name: 'c',
  files: 'a program in C, C++, Rust or LLVM IR (*.c, *.cpp, *.rs, *.ll)',
  extensions: endingsOf(...COMPILED_LANGUAGES),
  options: C_OPTIONS,
} as const;
