import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import { FencepostError, isFencepostError } from '@fencepost/core';
import type { CheckMethod } from '@fencepost/report';
import type { Arguments } from './arguments.js';
import { didYouMean } from './arguments.js';
import { READERS } from './config-values.js';
import type { Settings } from './config-values.js';
import { usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { importModule, siteAt } from '../files/import-module.js';

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
  /** Accept departures from SC that no check fails on. */
  readonly allowRelaxed?: boolean;
  /** With the method `monitor`: executions with at most so many preemptions. */
  readonly preemptions?: number;
  /** Give up after so many executions. */
  readonly maxExecutions?: number;
  /** Give up after so many seconds, or after '500ms', '90s', '5m', '1h'. */
  readonly maxTime?: number | string;
  /** Follow each thread for so many operations. */
  readonly maxDepth?: number;
  /** Follow loops of programs in C and JavaScript for so many iterations. */
  readonly unroll?: number;
  /** Threads that nobody has to stop: it is no deadlock if they go on reading for ever. */
  readonly daemons?: readonly string[];
  /** Weak compare-and-swaps of compiled programs may fail spuriously. */
  readonly spurious?: boolean;
  /** The order in which the search takes up its parts; 1 if left out. */
  readonly seed?: number;
  /** Packages whose accesses of shared memory are part of what is checked; without, only the user's own files are. */
  readonly include?: readonly string[];
  /** For the compiler: flags, and further files of the program. */
  readonly compiler?: readonly string[];
  /** Files to write reports to, by format: `{ html: 'report.html' }`. */
  readonly reports?: Readonly<Record<string, string>>;
}

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
export async function settingsFor(
  { values, flags }: Pick<Arguments, 'values' | 'flags'>,
  folder: string,
): Promise<Settings> {
  const named = values.get('config');
  if (flags.has('no-config')) {
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
    throw usageError(`${file} is no object with settings`, howToWrite(file));
  }
  const settings: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(value)) {
    if (setting !== undefined) settings[key] = readSetting(key, setting, file, text);
  }
  return settings;
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
      throw usageError(`${file} is no configuration`, 'it ends in .ts, .mts, .js, .mjs or .json');
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new FencepostError('USAGE', `the configuration is not JSON: ${message}`, {
      site: siteAt(file, text.slice(0, positionIn(text, message))),
      hint: 'JSON has quotes around names, no comments, and no comma after the last entry',
    });
  }
}

/** Node 20 does not say where an unexpected character is: at the end of the shortest text that has it. */
function positionIn(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  let length = 0;
  while (length < text.length && !hasUnexpectedCharacter(text.slice(0, length + 1))) length++;
  return length;
}

function hasUnexpectedCharacter(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token');
  }
}

function readSetting(key: string, value: unknown, file: string, text: string): unknown {
  try {
    if (!Object.hasOwn(READERS, key)) throw unknownKey(key);
    return READERS[key as keyof FencepostConfig](value, key, dirname(file));
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    const line = lineOfKey(key, text);
    const message = line === undefined ? `${file}: ${error.message}` : error.message;
    throw new FencepostError('USAGE', message, {
      ...(line !== undefined && { site: { file, line } }),
      ...(error.hint !== undefined && { hint: error.hint }),
    });
  }
}

function unknownKey(key: string): FencepostError {
  const known = Object.keys(READERS);
  return usageError(`there is no setting '${key}'`, didYouMean(key, known) ?? `settings are ${known.join(', ')}`);
}

/** Where the text seems to set it: where `key:` or `"key":` is outside of line comments. */
function lineOfKey(key: string, text: string): number | undefined {
  const isSet = new RegExp(`(?:^|[{,\\s])["']?${key.replace(/[^\w]/g, '\\$&')}["']?\\s*:`);
  const index = text.split('\n').findIndex((line) => isSet.test(line.replace(/^\s*(?:\/\/|\/?\*).*/, '')));
  return index < 0 ? undefined : index + 1;
}

function howToWrite(file: string): string {
  if (file.endsWith('.json')) return 'write: { "models": ["tso"] }';
  const type = /\.m?ts$/.test(file) ? ' satisfies FencepostConfig' : '';
  return `write: export default { models: ['tso'] }${type};`;
}
