import { isAbsolute, join } from 'node:path';
import { inspect } from 'node:util';
import type { FencepostError } from '@fencepost/core';
import { choose } from './choose.js';
import { secondsIn } from './duration.js';
import type { JsonSchema, Kind } from './kind.js';
import { megabytesIn } from './megabytes.js';
import { usageError } from './usage-error.js';

const STRINGS: JsonSchema = { type: 'array', items: { type: 'string' }, minItems: 1 };
const one = (value: unknown): readonly string[] => [String(value)];
const several = (value: unknown): readonly string[] => value as readonly string[];

export const flag: Kind<boolean> = {
  toTexts: () => [],
  schema: () => ({ type: 'boolean' }),
  fromText: () => true,
  fromValue: (value, key) => {
    if (typeof value !== 'boolean') throw wrongType(key, 'true or false', value);
    return value;
  },
};

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const isOpen = most === Number.MAX_SAFE_INTEGER;
  const range = (value: unknown): string =>
    isOpen && !(Number(value) > most) ? `of at least ${least}` : `from ${least} to ${most}`;
  const isOne = (value: unknown): value is number =>
    Number.isInteger(value) && least <= Number(value) && Number(value) <= most;
  return {
    argument: 'N',
    toTexts: one,
    schema: () => ({ type: 'integer', minimum: least, ...(!isOpen && { maximum: most }) }),
    fromText: ([text], name) => {
      const number = Number(text);
      if (/^\d+$/.test(text!) && isOne(number)) return number;
      throw usageError(`--${name} takes a whole number ${range(text)}, not '${text!}'`);
    },
    fromValue: (value, key) => {
      if (isOne(value)) return value;
      throw wrongType(key, `a whole number ${range(value)}`, value);
    },
  };
}

/** A duration in seconds. */
export const duration: Kind<number> = {
  argument: 'TIME',
  toTexts: one,
  schema: () => ({ anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'string' }] }),
  fromText: ([text], name) => {
    const seconds = secondsIn(text!);
    if (seconds !== undefined) return seconds;
    throw usageError(
      `--${name} takes a duration, not '${text!}'`,
      'a positive number of seconds, or with ms, s, m, h or d: 60, 500ms, 5m, 1h, 30d',
    );
  },
  fromValue: (value, key) => {
    const isTime = typeof value === 'number' || typeof value === 'string';
    const seconds = isTime ? secondsIn(String(value)) : undefined;
    if (seconds === undefined) throw wrongType(key, "a number of seconds, or a duration such as '90s' or '5m'", value);
    return seconds;
  },
};

/** An amount of memory in megabytes. */
export const size: Kind<number> = {
  argument: 'SIZE',
  toTexts: (megabytes) => [`${Number(megabytes)}m`],
  schema: () => ({ type: 'string' }),
  fromText: ([text], name) => {
    const megabytes = megabytesIn(text!);
    if (megabytes !== undefined) return megabytes;
    throw usageError(`--${name} takes a memory size, not '${text!}'`, SIZES);
  },
  fromValue: (value, key) => {
    const megabytes = typeof value === 'string' ? megabytesIn(value) : undefined;
    if (megabytes === undefined) throw wrongType(key, `a memory size: ${SIZES}`, value);
    return megabytes;
  },
};

const SIZES = 'at least 256m, with the suffix m or g: 512m, 4g';

export function text(argument: string): Kind<string> {
  return {
    argument,
    fromText: ([given]) => given!,
    fromValue: stringOf,
    toTexts: one,
    schema: () => ({ type: 'string' }),
  };
}

/** One of a few names. A function, because choices can be registered later. */
export function choice<T extends string>(
  names: () => readonly T[],
  what: string,
  argument: string,
  plural?: string,
): Kind<T> {
  return {
    argument,
    toTexts: one,
    schema: () => ({ enum: names() }),
    fromText: ([given]) => choose(given!, names(), what, plural),
    fromValue: (value, key) => choose(stringOf(value, key), names(), what, plural),
  };
}

/** Names, separated by commas. */
export const nameList: Kind<readonly string[]> = {
  argument: 'LIST',
  repeats: true,
  toTexts: several,
  schema: () => STRINGS,
  fromText: (lists, name) => {
    const names = lists.flatMap((list) => list.split(',')).map((each) => each.trim());
    if (names.includes('')) throw usageError(`--${name} has an empty name`, `write --${name} NAME,NAME`);
    return [...new Set(names)];
  },
  fromValue: (value, key) => {
    const names = stringsOf(value, key);
    if (names.some((each) => each.trim() === '')) throw wrongType(key, 'non-empty names', value);
    return [...new Set(names)];
  },
};

/** Some of a few names, separated by commas; each once. */
export function choices<T extends string>(names: readonly T[], what: string): Kind<readonly T[]> {
  const each = (given: readonly string[]): T[] => [...new Set(given.map((name) => choose(name, names, what)))];
  return {
    argument: 'LIST',
    hasCommas: true,
    toTexts: (value) => [several(value).join(',')],
    schema: () => ({ type: 'array', items: { enum: names }, minItems: 1 }),
    fromText: ([list]) => each(list!.split(',').map((name) => name.trim())),
    fromValue: (value, key) => each(stringsOf(value, key)),
  };
}

/** Files on the command line. */
export const fileList: Kind<readonly string[]> = {
  toTexts: several,
  schema: () => STRINGS,
  fromText: (paths) => paths,
  fromValue: (value, key, folder) => stringsOf(value, key).map((path) => below(folder, path)),
};

/** Names with `*`, one per option, because names may contain commas. */
export const patternList: Kind<readonly string[]> = {
  argument: 'NAME',
  repeats: true,
  toTexts: several,
  schema: () => STRINGS,
  fromText: (patterns) => patterns,
  fromValue: stringsOf,
};

export function wrongType(key: string, wanted: string, value: unknown): FencepostError {
  return usageError(`${key} cannot be ${inspect(value, { breakLength: Infinity })}`, `it takes ${wanted}`);
}

export function stringOf(value: unknown, key: string): string {
  if (typeof value !== 'string') throw wrongType(key, 'a string', value);
  return value;
}

export function stringsOf(value: unknown, key: string): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
  if (!isList) throw wrongType(key, 'a non-empty list of strings', value);
  return value;
}

export function below(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
