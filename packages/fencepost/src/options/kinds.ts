import { isAbsolute, join } from 'node:path';
import { inspect } from 'node:util';
import type { SeedRange } from '@fencepost/check';
import type { FencepostError, ModelName } from '@fencepost/core';
import { usageError } from '../errors.js';
import { C_SOURCES, NO_DATABASE } from '../files/c-sources.js';
import type { ReportFile } from '../formats/report-file.js';
import { parseReportFile, reportFile } from '../formats/report-file.js';
import { choose } from './choose.js';
import { secondsIn } from './duration.js';
import { megabytesIn } from './megabytes.js';

/** How the value of an option is read, and what it may be. */
export interface Kind<T> {
  /** As in `--max-time TIME`; without it, the option is a flag. */
  readonly argument?: string;
  /** It may be given several times. */
  readonly repeats?: true;
  /** From the command line: everything that was given, in order. */
  readonly fromText: (texts: readonly string[], flag: string) => T;
  /** From a configuration, a check in a test file or a caller. Paths start from `folder`. */
  readonly fromValue: (value: unknown, key: string, folder: string) => T;
}

export const flag: Kind<boolean> = {
  fromText: () => true,
  fromValue: (value, key) => {
    if (typeof value !== 'boolean') throw wrongType(key, 'true or false', value);
    return value;
  },
};

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  const isOne = (value: unknown): value is number =>
    Number.isInteger(value) && least <= Number(value) && Number(value) <= most;
  return {
    argument: 'N',
    fromText: ([text], name) => {
      const number = Number(text);
      if (/^\d+$/.test(text!) && isOne(number)) return number;
      throw usageError(`--${name} takes a whole number ${range}, not '${text!}'`);
    },
    fromValue: (value, key) => {
      if (isOne(value)) return value;
      throw wrongType(key, `a whole number ${range}`, value);
    },
  };
}

/** `1-1000`, or `1000` for the first so many. */
export const seedRange: Kind<SeedRange> = {
  argument: 'RANGE',
  fromText: ([text], name) => {
    const [, from, to] = /^(?:(\d+)-)?(\d+)$/.exec(text!) ?? [];
    const range: SeedRange = [Number(from ?? 1), Number(to)];
    if (to !== undefined && range[0] <= range[1] && Number.isSafeInteger(range[1])) return range;
    throw usageError(
      `--${name} takes a range of seeds, not '${text!}'`,
      'the first and the last, or how many: 1-1000, 1000',
    );
  },
  fromValue: (value, key) => seedRange.fromText([stringOf(value, key)], key),
};

/** In seconds. */
export const duration: Kind<number> = {
  argument: 'TIME',
  fromText: ([text], name) => {
    const seconds = secondsIn(text!);
    if (seconds !== undefined) return seconds;
    throw usageError(
      `--${name} takes a duration, not '${text!}'`,
      'a number above 0, of seconds or with ms, s, m, h or d: 60, 500ms, 5m, 1h, 30d',
    );
  },
  fromValue: (value, key) => {
    const isTime = typeof value === 'number' || typeof value === 'string';
    const seconds = isTime ? secondsIn(String(value)) : undefined;
    if (seconds === undefined) throw wrongType(key, "a number of seconds, or a duration such as '90s' or '5m'", value);
    return seconds;
  },
};

/** In megabytes. */
export const size: Kind<number> = {
  argument: 'SIZE',
  fromText: ([text], name) => {
    const megabytes = megabytesIn(text!);
    if (megabytes !== undefined) return megabytes;
    throw usageError(`--${name} takes a size of memory, not '${text!}'`, SIZES);
  },
  fromValue: (value, key) => {
    const megabytes = typeof value === 'string' ? megabytesIn(value) : undefined;
    if (megabytes === undefined) throw wrongType(key, `a size of memory: ${SIZES}`, value);
    return megabytes;
  },
};

const SIZES = 'from 256m on, with m or g: 512m, 4g';

export function text(argument: string): Kind<string> {
  return { argument, fromText: ([given]) => given!, fromValue: stringOf };
}

/** One of a few names. They are asked for each time: there may be more by then. */
export function choice<T extends string>(
  names: () => readonly T[],
  what: string,
  argument: string,
  plural?: string,
): Kind<T> {
  return {
    argument,
    fromText: ([given]) => choose(given!, names(), what, plural),
    fromValue: (value, key) => choose(stringOf(value, key), names(), what, plural),
  };
}

/** Names, separated by commas. */
export const nameList: Kind<readonly string[]> = {
  argument: 'LIST',
  repeats: true,
  fromText: (lists, name) => {
    const names = lists.flatMap((list) => list.split(',')).map((each) => each.trim());
    if (names.includes('')) throw usageError(`--${name} has an empty name`, `write --${name} NAME,NAME`);
    return [...new Set(names)];
  },
  fromValue: (value, key) => {
    const names = stringsOf(value, key);
    if (names.some((each) => each.trim() === '')) throw wrongType(key, 'names that are not empty', value);
    return [...new Set(names)];
  },
};

/** Some of a few names, separated by commas; each once. */
export function choices<T extends string>(names: readonly T[], what: string): Kind<readonly T[]> {
  const each = (given: readonly string[]): T[] => [...new Set(given.map((name) => choose(name, names, what)))];
  return {
    argument: 'LIST',
    fromText: ([list]) => each(list!.split(',').map((name) => name.trim())),
    fromValue: (value, key) => each(stringsOf(value, key)),
  };
}

/** Models, each once. `checked` refuses those that are not for this. */
export function modelList(checked: (name: string) => ModelName): Kind<readonly ModelName[]> {
  const each = (names: readonly string[]): ModelName[] => [...new Set(names.map(checked))];
  return {
    argument: 'LIST',
    fromText: ([list]) => each(list!.split(',').map((name) => name.trim())),
    fromValue: (value, key) => each(stringsOf(value, key)),
  };
}

export const reportFiles: Kind<readonly ReportFile[]> = {
  argument: 'FORMAT=FILE',
  repeats: true,
  fromText: (texts) => texts.map(parseReportFile),
  fromValue: (value, key, folder) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrongType(key, "files by format, such as { html: 'report.html' }", value);
    }
    return Object.entries(value).map(([format, file]) => {
      const report = reportFile(format, stringOf(file, `${key}.${format}`));
      return { ...report, file: below(folder, report.file) };
    });
  },
};

/** Files on the command line; each once. */
export const fileList: Kind<readonly string[]> = {
  fromText: (paths) => paths,
  fromValue: (value, key, folder) => stringsOf(value, key).map((path) => below(folder, path)),
};

/** Names with `*`, each an option of its own: names may have commas in them. */
export const patternList: Kind<readonly string[]> = {
  argument: 'NAME',
  repeats: true,
  fromText: (patterns) => patterns,
  fromValue: stringsOf,
};

/** `none` stands for none at all. */
export const database: Kind<string> = {
  argument: 'PATH',
  fromText: ([path]) => path!,
  fromValue: (value, key, folder) => {
    const path = stringOf(value, key);
    return path === NO_DATABASE ? path : below(folder, path);
  },
};

const FOLDER_FLAG = /^(-I|-isystem|-iquote|-idirafter)(.*)$/;

/** What follows `--`. Folders for the compiler to look in, and further sources, start from the configuration, too. */
export const compilerFlags: Kind<readonly string[]> = {
  fromText: (flags) => flags,
  fromValue: (value, key, folder) => {
    const flags = stringsOf(value, key);
    return flags.map((each, i) => {
      const [, option, path] = FOLDER_FLAG.exec(each) ?? [];
      if (option !== undefined && path !== '') return `${option}${below(folder, path!)}`;
      const isFolder = FOLDER_FLAG.exec(flags[i - 1] ?? '')?.[2] === '';
      const isSource = !each.startsWith('-') && C_SOURCES.some((extension) => each.endsWith(extension));
      return isFolder || isSource ? below(folder, each) : each;
    });
  },
};

function wrongType(key: string, wanted: string, value: unknown): FencepostError {
  return usageError(`${key} cannot be ${inspect(value, { breakLength: Infinity })}`, `it takes ${wanted}`);
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
