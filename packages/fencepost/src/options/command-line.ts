import { resolve } from 'node:path';
import { COMPILED_LANGUAGES, endingsOf, isWrittenIn } from '@fencepost/core';
import type { Arguments, Option, OptionTable, Parsed, ValuesOf } from '@fencepost/options';
import { flag, option, parseArguments, usageError } from '@fencepost/options';
import { settingsFor } from './config.js';
import type { Settings } from './groups.js';

/** Options of a command that are read by the same part of it, and what the help calls them. */
export interface OptionGroup<Table = OptionTable> {
  readonly heading: string;
  readonly table: Table;
}

/** The options of a command, by who reads them. */
export type OptionGroups = Readonly<Record<string, OptionGroup>>;

/** Their values, by group: each can be passed on whole. */
export type GroupValues<Groups> = {
  readonly [Name in keyof Groups]: Groups[Name] extends OptionGroup<infer Table> ? ValuesOf<Table> : never;
};

/** What there is to say about the command line of a command. */
export interface CommandLine<Groups extends OptionGroups = OptionGroups> {
  /** `check`, `cluster submit`. */
  readonly name: string;
  readonly groups: Groups;
  /** What follows `--` is for somebody else: a compiler, or a program to run. */
  readonly takesFlags?: boolean;
}

/** What was asked for on a command line and, where that says nothing, in the configuration. */
export interface Asked<Values> {
  readonly command: CommandLine;
  readonly given: Arguments;
  readonly settings: Settings;
  /** Of all options, by group. */
  readonly values: Values;
}

/** How a command differs in an option; false: it cannot be given to this command, but may be in a configuration. */
type Changes<Table> = {
  readonly [Key in keyof Table]?:
    | false
    | Partial<Pick<Table[Key] & Option<unknown>, 'flag' | 'help' | 'kind' | 'inConfig' | 'resumable' | 'otherwise'>>;
};

/** A group of a command: a table, with what is different about its options there. */
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

/** The same if a command takes only a few of them. */
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

/** For commands that run again what `check` has run. */
export function asGivenToCheck<Table extends object>(table: Table): Table {
  const rows = Object.entries(table as OptionTable);
  return Object.fromEntries(rows.map(([key, row]) => [key, { ...row, help: 'as given to check' }])) as Table;
}

/** Every command has it. */
const HELP = option('help', flag, { otherwise: false, help: 'this text' });

/** The options that can be given to a command, with their headings; help is the last of the last group. */
export function offered({ groups }: CommandLine): readonly (readonly [heading: string, option: Option<unknown>])[] {
  const rows = Object.values(groups).flatMap(({ heading, table }) =>
    Object.values(table).flatMap((row) => (row.flag === null ? [] : [[heading, row] as const])),
  );
  const last = Object.values(groups).at(-1)?.heading ?? 'Options';
  return [...rows, [last, HELP]];
}

/** Reads a command line. `commands`: all that there are, for a hint. */
export function argumentsOf(
  command: CommandLine,
  args: readonly string[],
  commands: () => readonly CommandLine[] = () => [],
): Arguments {
  const table: Parsed = Object.fromEntries(
    offered(command).map(([, { flag: name, kind }]) => [
      name!,
      kind.argument === undefined ? 'flag' : kind.repeats === true ? 'list' : 'value',
    ]),
  );
  const elsewhere = (name: string): readonly string[] =>
    commands().flatMap((each) => (offered(each).some(([, row]) => row.flag === name) ? [each.name] : []));
  return parseArguments(args, table, command.takesFlags === true ? 'rest' : 'positionals', elsewhere);
}

/** What was asked for on the command line or, where it says nothing, in the configuration of the folder. */
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

/** Flags on the command line are meant for some file; those of a configuration may be for others. */
function requireCompiled(files: readonly string[]): void {
  if (files.length === 0 || files.some((file) => isWrittenIn(file, COMPILED_LANGUAGES))) return;
  throw usageError(
    'there is nothing to compile: what follows -- is for C, C++ and LLVM IR',
    `leave it out, or name a file that ends in ${endingsOf(...COMPILED_LANGUAGES).join(', ')}`,
  );
}
