import { COMPILED_LANGUAGES, endingsOf } from '@fencepost/core';
import type { Kind, TableOf } from '@fencepost/options';
import { below, choice, flag, setting, stringOf, stringsOf } from '@fencepost/options';
import { isSource } from './toolchain/language.js';

// Small, and loaded without the rest of the package: every command knows these options.

/** Instead of the path of a compilation database: none is wanted. */
export const NO_DATABASE = 'none';

/** How programs of C, C++ and LLVM IR are made. */
export interface COptions {
  /** Weak compare-and-swaps of compiled programs may fail, and waits for a condition end, spuriously. */
  readonly spurious: boolean;
  /** Each call of `malloc` and its like in a compiled program may return NULL. */
  readonly allocFails: boolean;
  /** A compiled program fails if it ends with a status other than 0. */
  readonly failOnExit: boolean;
  /** Volatile accesses of compiled programs are plain ones (default), which can race, or relaxed atomic ones. */
  readonly volatile: 'plain' | 'relaxed';
  /** The `compile_commands.json` of the project, or its folder; 'none' if its flags are not wanted. Found if left out. */
  readonly compileCommands: string | undefined;
  /** For the compiler: flags, and further files of the program. */
  readonly compiler: readonly string[];
}

/** Which executions of a compiled program are meant. */
export type CRunOptions = Omit<COptions, 'compileCommands' | 'compiler'>;

export const C_RUN_OPTIONS: TableOf<CRunOptions> = {
  spurious: setting('spurious', flag, {
    otherwise: false,
    help: 'C: weak swaps fail, condition waits end spuriously',
  }),
  allocFails: setting('alloc-fails', flag, { otherwise: false, help: 'C: malloc and its like may return NULL' }),
  failOnExit: setting('fail-on-exit', flag, { otherwise: false, help: 'C: a status other than 0 is a failure' }),
  volatile: setting(
    'volatile',
    choice<CRunOptions['volatile']>(() => ['plain', 'relaxed'], 'kind of access', 'KIND'),
    { otherwise: 'plain', help: 'C: volatile accesses are plain (default) or relaxed' },
  ),
};

/** `none` stands for none at all. */
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

/** What follows `--`. Folders for the compiler to look in, and further sources, start from the configuration, too. */
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
  compileCommands: setting('compile-commands', database, { help: 'C: where compile_commands.json is, or none' }),
  compiler: setting(null, compilerFlags, { otherwise: [] }),
};

/** What the rest of the tool knows about this front end before it is loaded. */
export const C_FRONT_END = {
  name: 'c',
  files: 'a program in C, C++ or LLVM IR (*.c, *.cpp, *.ll)',
  extensions: endingsOf(...COMPILED_LANGUAGES),
  options: C_OPTIONS,
} as const;
