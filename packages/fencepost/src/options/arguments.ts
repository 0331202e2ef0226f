import { nearest } from '@fencepost/core';
import { usageError } from '../errors.js';

/** Options by name, without the dashes: does it take a value, once or (`list`) several times? */
export type OptionTable = Readonly<Record<string, 'value' | 'list' | 'flag'>>;

export interface Arguments {
  readonly values: ReadonlyMap<string, string>;
  /** Every value of each option that may be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
  readonly positionals: readonly string[];
  /** What follows `--`, where that is for somebody else. */
  readonly rest: readonly string[];
}

/** `--name value`, `--name=value`, `--flag`, `-h` for `--help`; what follows `--` is never an option. */
export function parseArguments(
  args: readonly string[],
  table: OptionTable,
  afterDashes: 'positionals' | 'rest' = 'positionals',
): Arguments {
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const flags = new Set<string>();
  const positionals: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') {
      (afterDashes === 'rest' ? rest : positionals).push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      positionals.push(arg);
      continue;
    }
    const { name, attached } = splitOption(arg, table);
    if (table[name] === 'flag') {
      if (attached !== undefined) throw usageError(`--${name} takes no value`, `write --${name} alone`);
      flags.add(name);
      continue;
    }
    const value = attached ?? args[++i];
    if (value === undefined || (attached === undefined && value.startsWith('--'))) {
      throw usageError(`--${name} needs a value`, `write --${name} VALUE or --${name}=VALUE`);
    }
    if (table[name] === 'list') lists.set(name, [...(lists.get(name) ?? []), value]);
    else if (values.has(name)) throw usageError(`--${name} is given twice`, 'leave one of them out');
    else values.set(name, value);
  }
  return { values, lists, flags, positionals, rest };
}

function splitOption(arg: string, table: OptionTable): { name: string; attached: string | undefined } {
  if (arg === '-h' && 'help' in table) return { name: 'help', attached: undefined };
  const equals = arg.indexOf('=');
  const option = equals < 0 ? arg : arg.slice(0, equals);
  const name = option.slice(2);
  if (option.startsWith('--') && Object.hasOwn(table, name)) {
    return { name, attached: equals < 0 ? undefined : arg.slice(equals + 1) };
  }
  const known = Object.keys(table).map((key) => `--${key}`);
  throw usageError(`unknown option '${option}'`, didYouMean(option, known) ?? `options are ${known.join(', ')}`);
}

/** A value out of a fixed set; `what` names the kind of thing in the message. */
export function choose<T extends string>(value: string, allowed: readonly T[], what: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  const list = `${what}s are ${allowed.join(', ')}`;
  const guess = didYouMean(value, allowed);
  throw usageError(`there is no ${what} '${value}'`, guess === undefined ? list : `${guess} (${list})`);
}

/** Values out of a fixed set, separated by commas; each once. */
export function chooseList<T extends string>(list: string, allowed: readonly T[], what: string): T[] {
  return [...new Set(list.split(',').map((value) => choose(value.trim(), allowed, what)))];
}

/** The names of an option that may be given several times, each time with several of them; undefined if it is not given. */
export function namesOf({ lists }: Arguments, option: string): string[] | undefined {
  const given = lists.get(option);
  if (given === undefined) return undefined;
  const names = given.flatMap((list) => list.split(',')).map((name) => name.trim());
  if (names.includes('')) throw usageError(`--${option} has an empty name`, `write --${option} NAME,NAME`);
  return [...new Set(names)];
}

/** The value of an option that takes a whole number; undefined if it is not given. */
export function wholeNumber({ values }: Arguments, name: string, least: number): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number;
  throw usageError(`--${name} takes a whole number from ${least} on, not '${value}'`);
}

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Seconds in `60`, `60s`, `500ms`, `5m`, `1h`; undefined if it is none of these, or no time at all. */
export function durationOf(text: string): number | undefined {
  const [, digits, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  const seconds = Number(digits) * SECONDS[unit]!;
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

/** The value in seconds of an option that takes a duration; undefined if it is not given. */
export function duration({ values }: Arguments, name: string): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const seconds = durationOf(value);
  if (seconds !== undefined) return seconds;
  throw usageError(
    `--${name} takes a duration, not '${value}'`,
    'a number above 0, of seconds or with ms, s, m or h: 60, 500ms, 5m, 1h',
  );
}

export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const guess = nearest(word, candidates);
  return guess === undefined ? undefined : `did you mean ${guess}?`;
}
