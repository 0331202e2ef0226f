import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { FencepostError, GivenModel } from '@fencepost/core';
import { FencepostError as CodedError, REFERENCE_MODEL } from '@fencepost/core';
import type { RepairCosts, SymmetryMode } from '@fencepost/check';
import type { Criterion } from '@fencepost/linear';
import type { CheckMethod } from '@fencepost/report';
import { usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { importModule } from '../files/import-module.js';
import { parseJson } from '../files/json.js';
import { readOptions } from './settings.js';
import type { ValueOf } from './table.js';

/**
 * What `fencepost.config.ts` (or `.mts`, `.js`, `.mjs`, `.json`) exports: the options of `fencepost check` that are not
 * given on the command line. Paths start from the folder of the file.
 */
export interface FencepostConfig {
  /** What to check if the command line names no file. */
  readonly files?: readonly string[];
  /** The memory models; as checks in test files say, or else all, if left out. */
  readonly models?: readonly GivenModel[];
  /** `graph` (default) explores the executions of each model, `monitor` those of SC alone. */
  readonly method?: CheckMethod;
  /** Go on after the first failure, and group failures and violations by the lines that cause them. */
  readonly all?: boolean;
  /** Look for data races. */
  readonly races?: boolean;
  /** Accept SC violations that no check fails on. */
  readonly allowRelaxed?: boolean;
  /** With the method `monitor`: executions with at most this many preemptions. */
  readonly preemptions?: number;
  /** Give up after this many executions. */
  readonly maxExecutions?: number;
  /** Give up after this many seconds, or after '500ms', '90s', '5m', '1h'. */
  readonly maxTime?: number | string;
  /** That the process may use: '512m', '4g'; 3/4 of the memory there is unless given. */
  readonly maxMemory?: string;
  /** Follow each thread for this many operations. */
  readonly maxDepth?: number;
  /** `auto` (default): of executions that differ only in the order of threads that are alike, one is explored. `off`: all. */
  readonly symmetry?: SymmetryMode;
  /** Whether to look for a repair of what fails: `auto` (default) for terminals, HTML and SARIF. */
  readonly repair?: 'auto' | 'always' | 'never';
  /** What the changes of a repair cost: `{ 'full-fence': 8 }`. */
  readonly costs?: Partial<RepairCosts>;
  /** Follow loops of programs in C and JavaScript for this many iterations. */
  readonly unroll?: number;
  /** Threads that nobody has to stop: it is no deadlock if they keep reading for ever. */
  readonly daemons?: readonly string[];
  /** Weak compare-and-swaps of compiled programs may fail, and waits for a condition end, spuriously. */
  readonly spurious?: boolean;
  /** Volatile accesses of compiled programs are plain ones (default), which can race, or relaxed atomic ones. */
  readonly volatile?: 'plain' | 'relaxed';
  /** A compiled program fails if it ends with a status other than 0. */
  readonly failOnExit?: boolean;
  /** What must hold of the calls of data structures, in place of what they ask for themselves. */
  readonly criterion?: Criterion;
  /** The order in which the search takes up its parts, and which random numbers compiled programs get; 1 if left out. */
  readonly seed?: number;
  /** Threads that search at the same time; one per core if left out. What is found does not depend on it. */
  readonly jobs?: number;
  /** With several jobs: report whichever failure is found first, not the one that a search with one job finds first. */
  readonly first?: boolean;
  /** Packages to instrument in any case: their accesses of shared memory are part of what is checked. */
  readonly include?: readonly string[];
  /** Packages not to instrument; without, all are that can be. `*` stands for any text. */
  readonly exclude?: readonly string[];
  /** Of files with several programs only those with such a name; `*` stands for any text. */
  readonly testCases?: readonly string[];
  /** The `compile_commands.json` of the project, or its folder; 'none' if its flags are not wanted. Found if left out. */
  readonly compileCommands?: string;
  /** For the compiler: flags, and further files of the program. */
  readonly compiler?: readonly string[];
  /** Files to write reports to, by format: `{ html: 'report.html' }`. */
  readonly reports?: Readonly<Record<string, string>>;
}

/** A configuration that was found to be right: durations in seconds, paths as the command line would have them. */
export type Settings = { readonly [Key in keyof FencepostConfig]?: NonNullable<ValueOf<Key>> };

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `fencepost.config.${extension}`);

/** The configuration file of a folder; undefined if it has none. */
export function findConfig(folder: string): string | undefined {
  const found = NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length <= 1) return found[0];
  throw usageError(
    `there is more than one configuration: ${found.join(', ')}`,
    'keep one, or choose with --config FILE',
  );
}

/** What the configuration of a command says: that of `--config`, or of the folder. */
export async function settingsFor(named: string | undefined, none: boolean, folder: string): Promise<Settings> {
  if (none) {
    if (named !== undefined) throw usageError('--config does not go with --no-config', 'leave one of them out');
    return {};
  }
  const file = named ?? findConfig(folder);
  return file === undefined ? {} : loadConfig(file);
}

/** What a configuration file says; every mistake in it is an error that names the file. */
export async function loadConfig(file: string): Promise<Settings> {
  const text = readText(file);
  const value = await valueOf(file, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(`${file} is not an object with settings`, howToWrite(file));
  }
  return readOptions(value, 'inConfig', dirname(file), [], (key, error) => atKey(key, error, file, text));
}

/** Settings of a caller, each found to be right. */
export function readSettings(given: object): Settings {
  return readOptions(given, 'inConfig', '');
}

async function valueOf(file: string, text: string): Promise<unknown> {
  switch (extname(file)) {
    case '.json':
      return parseJson(file, text);
    case '.ts':
    case '.mts':
    case '.js':
    case '.mjs':
      return (await importModule(file, 'the configuration'))['default'];
    default:
      throw usageError(`${file} is not a configuration`, 'it ends in .ts, .mts, .js, .mjs or .json');
  }
}

function atKey(key: string, error: FencepostError, file: string, text: string): FencepostError {
  const line = lineOfKey(key, text);
  const message = line === undefined ? `${file}: ${error.message}` : error.message;
  return new CodedError('USAGE', message, {
    ...(line !== undefined && { site: { file, line } }),
    ...(error.hint !== undefined && { hint: error.hint }),
  });
}

/** The length of regular expressions is limited. */
const LONGEST_KEY = 200;

/** Where the text seems to set it: where `key:` or `"key":` is outside of line comments. */
function lineOfKey(key: string, text: string): number | undefined {
  if (key.length > LONGEST_KEY) return undefined;
  const isSet = new RegExp(`(?:^|[{,\\s])["']?${key.replace(/[^\w]/g, '\\$&')}["']?\\s*:`);
  const index = text.split('\n').findIndex((line) => isSet.test(line.replace(/^\s*(?:\/\/|\/?\*).*/, '')));
  return index < 0 ? undefined : index + 1;
}

function howToWrite(file: string): string {
  if (file.endsWith('.json')) return `write: { "models": ["${REFERENCE_MODEL}"] }`;
  const type = /\.m?ts$/.test(file) ? ' satisfies FencepostConfig' : '';
  return `write: export default { models: ['${REFERENCE_MODEL}'] }${type};`;
}
