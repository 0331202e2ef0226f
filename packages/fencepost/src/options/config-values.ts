import { isAbsolute, join } from 'node:path';
import { inspect } from 'node:util';
import type { FencepostError } from '@fencepost/core';
import { CHECK_METHODS } from '@fencepost/check';
import { choose, durationOf } from './arguments.js';
import { checkedModels } from './checked-models.js';
import type { FencepostConfig } from './config.js';
import { usageError } from '../errors.js';
import { C_SOURCES } from '../files/c-sources.js';
import type { ReportFile } from '../formats/report-file.js';
import { reportFile } from '../formats/report-file.js';

/** A configuration that was found to be right: durations in seconds, paths as the command line would have them. */
export interface Settings extends Omit<FencepostConfig, 'maxTime' | 'reports'> {
  readonly maxTime?: number;
  readonly reports?: readonly ReportFile[];
}

type Reader<T> = (value: unknown, key: string, folder: string) => T;

/** For each setting, what takes its value; throws if it is wrong. Paths start from `folder`. */
export const READERS: { readonly [Key in keyof Settings]-?: Reader<Settings[Key]> } = {
  files: (value, key, folder) => stringsOf(value, key).map((path) => below(folder, path)),
  models: (value, key) => checkedModels(stringsOf(value, key)),
  method: (value, key) => choose(stringOf(value, key), CHECK_METHODS, 'method'),
  all: flagOf,
  races: flagOf,
  allowRelaxed: flagOf,
  preemptions: wholeNumberFrom(0),
  maxExecutions: wholeNumberFrom(1),
  maxTime: (value, key) => {
    const seconds = durationOf(String(value));
    if (seconds === undefined) throw wrongType(key, "a number of seconds, or a duration such as '90s' or '5m'", value);
    return seconds;
  },
  maxDepth: wholeNumberFrom(1),
  unroll: wholeNumberFrom(1),
  daemons: stringsOf,
  spurious: flagOf,
  seed: wholeNumberFrom(0),
  include: stringsOf,
  compiler: (value, key, folder) => compilerFlagsBelow(folder, stringsOf(value, key)),
  reports: (value, key, folder) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrongType(key, "files by format, such as { html: 'report.html' }", value);
    }
    return Object.entries(value).map(([format, file]) => {
      const report = reportFile(format, stringOf(file, `${key}.${format}`));
      return { ...report, file: below(folder, report.file) };
    });
  },
};

function wrongType(key: string, wanted: string, value: unknown): FencepostError {
  return usageError(`${key} cannot be ${inspect(value, { breakLength: Infinity })}`, `it takes ${wanted}`);
}

function flagOf(value: unknown, key: string): boolean {
  if (typeof value !== 'boolean') throw wrongType(key, 'true or false', value);
  return value;
}

function wholeNumberFrom(least: number): Reader<number> {
  return (value, key) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    throw wrongType(key, `a whole number from ${least} on`, value);
  };
}

/** As `maxSeconds` of a check. */
export function secondsOf(value: unknown, key: string): number {
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
  throw wrongType(key, 'a number of seconds above 0', value);
}

function stringOf(value: unknown, key: string): string {
  if (typeof value !== 'string') throw wrongType(key, 'a string', value);
  return value;
}

function stringsOf(value: unknown, key: string): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  if (!isList) throw wrongType(key, 'a list of strings that is not empty', value);
  return value;
}

function below(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

const FOLDER_FLAG = /^(-I|-isystem|-iquote|-idirafter)(.*)$/;

/** Folders for the compiler to look in, and further sources, start from the configuration, too. */
function compilerFlagsBelow(folder: string, flags: readonly string[]): string[] {
  return flags.map((flag, i) => {
    const [, option, path] = FOLDER_FLAG.exec(flag) ?? [];
    if (option !== undefined && path !== '') return `${option}${below(folder, path!)}`;
    const isFolder = FOLDER_FLAG.exec(flags[i - 1] ?? '')?.[2] === '';
    return isFolder || (!flag.startsWith('-') && C_SOURCES.some((extension) => flag.endsWith(extension)))
      ? below(folder, flag)
      : flag;
  });
}
