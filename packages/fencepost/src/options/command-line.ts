import { resolve } from 'node:path';
import { COMPILED_LANGUAGES, endingsOf, isWrittenIn } from '@fencepost/core';
import type { Arguments, Option, OptionTable, Parsed, ValuesOf } from '@fencepost/options';
import { flag, option, parseArguments, usageError } from '@fencepost/options';
import { settingsFor } from './config.js';
import type { Settings } from './groups.js';

/** Options of a command that are read by the same part of it, and their heading in the help. */
export interface OptionGroup<Table = OptionTable> {
  readonly heading: string;
  readonly table: Table;
}

/** The options of a command, grouped by the part that reads them. */
export type OptionGroups = Readonly<Record<string, OptionGroup>>;

/** Values of the options, by group. Each group can be passed on as a whole. */
export type GroupValues<Groups> = {
  readonly [Name in keyof Groups]: Groups[Name] extends OptionGroup<infer Table> ? ValuesOf<Table> : never;
};

/** Description of a command's arguments. */
export interface CommandLine<Groups extends OptionGroups = OptionGroups> {
  /** Name, such as `check` or `cluster submit`. */
  readonly name: string;
  readonly groups: Groups;
  /** Whether the arguments after `--` are passed to a compiler or a program to run. */
  readonly takesFlags?: boolean;
}

/** The request on a command line, with values from the configuration where the command line gives none. */
export interface Asked<Values> {
  readonly command: CommandLine;
  readonly given: Arguments;
  readonly settings: Settings;
  /** Values of all options, by group. */
  readonly values: Values;
}

type Changeable = 'flag' | 'help' | 'kind' | 'inConfig' | 'resumable' | 'otherwise' | 'common';

/**
 * Differences of an option in a command; false if this command does not accept it, though a configuration may contain
 * it.
 */
type Changes<Table> = {
  readonly [Key in keyof Table]?: false | Partial<Pick<Table[Key] & Option<unknown>, Changeable>>;
};

/** Creates an option group of a command from a table, with the differences that apply to this command. */
export function taken<Table extends object>(
  heading: string,
  table: Table,
  changes: Changes<Table> = {},
): OptionGroup<Table> {
  const rows = Object.entries(table as OptionTable).map(([key, row]) => {
    const change = changes[key as keyof Table];
    return [key, { ...row, ...(change === false ? { flag: null } : change) }];
  });
  return { heading, table: Object.fromEntries(rows) as Table };
}

/** The same for a command that accepts only a few of the options. */
export function takenOf<Table extends object>(
  heading: string,
  table: Table,
  changes: Changes<Table>,
): OptionGroup<Table> {
  const others = Object.keys(table).filter((key) => !Object.hasOwn(changes, key));
  return taken(heading, table, {
    ...(Object.fromEntries(others.map((key) => [key, false])) as Changes<Table>),
    ...changes,
  });
}

/** Adapts the help for commands that repeat a run of `check`. */
export function asGivenToCheck<Table extends object>(table: Table): Table {
  const rows = Object.entries(table as OptionTable);
  return Object.fromEntries(rows.map(([key, row]) => [key, { ...row, help: 'as given to check' }])) as Table;
}

/** The option that every command has. */
const HELP = option('help', flag, { otherwise: false, short: 'h', common: true, help: 'show this help' });

/** Returns the options of a command with their headings. Help is the last option of the last group. */
export function offered({ groups }: CommandLine): readonly (readonly [heading: string, option: Option<unknown>])[] {
  const rows = Object.values(groups).flatMap(({ heading, table }) =>
    Object.values(table).flatMap((row) => (row.flag === null ? [] : [[heading, row] as const])),
  );
  const last = Object.values(groups).at(-1)?.heading ?? 'Options';
  return [...rows, [last, HELP]];
}

/** Parses a command line. `commands`: all commands, for a hint. */
export function argumentsOf(
  command: CommandLine,
  args: readonly string[],
  commands: () => readonly CommandLine[] = () => [],
): Arguments {
  const rows = offered(command).map(([, row]) => row);
  const table: Parsed = Object.fromEntries(
    rows.map(({ flag: name, kind }) => [
      name!,
      kind.argument === undefined ? 'flag' : kind.repeats === true ? 'list' : 'value',
    ]),
  );
  const letters = Object.fromEntries(rows.flatMap(({ short, flag: name }) => (short === null ? [] : [[short, name!]])));
  const elsewhere = (name: string): readonly string[] =>
    commands().flatMap((each) => (offered(each).some(([, row]) => row.flag === name) ? [each.name] : []));
  return parseArguments(args, table, command.takesFlags === true ? 'rest' : 'positionals', elsewhere, letters);
}

/**
 * Returns the request on the command line, with values from the folder's configuration where the command line gives
 * none.
 */
export async function asked<Groups extends OptionGroups>(
  command: CommandLine<Groups>,
  given: Arguments,
  folder = '',
): Promise<Asked<GroupValues<Groups>>> {
  const takesConfig = offered(command).some(([, row]) => row.flag === 'config');
  const settings = takesConfig
    ? await settingsFor(given.values.get('config'), given.flags.has('no-config'), folder)
    : {};
  return { command, given, settings, values: valuesOf(command, given, settings) };
}

function valuesOf<Groups extends OptionGroups>(
  { groups }: CommandLine<Groups>,
  given: Arguments,
  settings: Settings,
): GroupValues<Groups> {
  const { positionals, rest } = given;
  const byGroup = Object.entries(groups).map(([name, { table }]): [string, Record<string, unknown>] => [
    name,
    Object.fromEntries(Object.entries(table).map(([key, row]) => [key, valueOf(key, row, given, settings)])),
  ]);
  const values = Object.fromEntries(byGroup);
  const { run, load } = values;
  const files = positionals.length > 0 || run === undefined ? positionals : (run['files'] as readonly string[]);
  if (run !== undefined) run['files'] = [...new Map(files.map((path) => [resolve(path), path])).values()];
  if (load !== undefined && rest.length > 0) {
    requireCompiled(files);
    load['compiler'] = rest;
  }
  return values as GroupValues<Groups>;
}

function valueOf(key: string, row: Option<unknown>, given: Arguments, settings: Settings): unknown {
  const texts = textsFor(row, given);
  if (texts !== undefined) return row.kind.fromText(texts, row.flag!);
  return (row.inConfig ? settings[key as keyof Settings] : undefined) ?? row.otherwise;
}

function textsFor({ flag: name }: Option<unknown>, { values, lists, flags }: Arguments): readonly string[] | undefined {
  if (name === null) return undefined;
  const value = values.get(name);
  return lists.get(name) ?? (value !== undefined ? [value] : flags.has(name) ? [] : undefined);
}

/**
 * Requires a file to compile: flags on the command line are meant for one, while those of a configuration may be for
 * other runs.
 */
export function requireCompiled(files: readonly string[]): void {
  if (files.length === 0 || files.some((file) => isWrittenIn(file, COMPILED_LANGUAGES))) return;
  throw usageError(
    'nothing to compile: arguments after -- apply to C, C++, Rust and LLVM IR only',
    `omit them, or name a file that ends in ${endingsOf(...COMPILED_LANGUAGES).join(', ')}`,
  );
}
