import { dirname, extname } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import { FencepostError as CodedError, REFERENCE_MODEL } from '@fencepost/core';
import { inFile, usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { importModule } from '../files/import-module.js';
import { parseJson } from '../files/json.js';
import { configsIn } from './config-files.js';
import type { Settings } from './groups.js';
import { readOptions } from './settings.js';

/** Returns the configuration file of a folder; undefined if it has none. */
export function findConfig(folder: string): string | undefined {
  const found = configsIn(folder);
  if (found.length <= 1) return found[0];
  throw usageError(
    `there is more than one configuration: ${found.join(', ')}`,
    'keep one, or choose with --config FILE',
  );
}

/** Reads the configuration of a command: that of `--config`, or of the folder. */
export async function settingsFor(named: string | undefined, none: boolean, folder: string): Promise<Settings> {
  if (none) {
    if (named !== undefined) throw usageError('--config cannot be combined with --no-config', 'omit one of them');
    return {};
  }
  const file = named ?? findConfig(folder);
  return file === undefined ? {} : loadConfig(file);
}

/** Reads a configuration file. Every mistake in it is an error that names the file. */
export async function loadConfig(file: string): Promise<Settings> {
  const text = readText(file);
  const value = await valueOf(file, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(`${file} is not an object with settings`, howToWrite(file));
  }
  return inFile(file, () =>
    readOptions(value, 'inConfig', dirname(file), [], (key, error) => atKey(key, error, file, text)),
  );
}

/** Validates the settings of a caller. */
export function readSettings(given: object): Settings {
  return readOptions(given, 'inConfig', '');
}

async function valueOf(file: string, text: string): Promise<unknown> {
  switch (extname(file)) {
    case '.json':
      return withoutSchema(parseJson(file, text));
    case '.ts':
    case '.mts':
    case '.js':
    case '.mjs':
      return (await importModule(file, 'the configuration'))['default'];
    default:
      throw usageError(`${file} is not a configuration`, 'it ends in .ts, .mts, .js, .mjs or .json');
  }
}

/** Removes `$schema`, which editors use for completion. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$schema' in value) || Array.isArray(value)) return value;
  const { $schema: _, ...settings } = value;
  return settings;
}

function atKey(key: string, error: FencepostError, file: string, text: string): FencepostError {
  const line = lineOfKey(key, text);
  const message = line === undefined ? `${file}: ${error.message}` : error.message;
  return new CodedError('USAGE', message, {
    ...(line !== undefined && { site: { file, line } }),
    ...(error.hint !== undefined && { hint: error.hint }),
  });
}

/** Longest key to search for: the length of regular expressions is limited. */
const LONGEST_KEY = 200;

/** Returns the line where the text seems to set the key: `key:` or `"key":` outside of line comments. */
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
