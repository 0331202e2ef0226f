import { resolve } from 'node:path';
import { FencepostError } from '@fencepost/core';
import { C_SOURCES } from '../files/c-sources.js';
import type { Arguments, OptionTable } from './arguments.js';
import { parseArguments } from './arguments.js';
import type { Settings } from './config.js';
import { settingsFor } from './config.js';
import type { CommandName, Option } from './option.js';
import type { OptionKey, OptionValues } from './table.js';
import { OPTIONS } from './table.js';

/** The options of a command, by their keys. */
export function optionsOf(command: CommandName): [OptionKey, Option<unknown>][] {
  const all = Object.entries(OPTIONS) as [OptionKey, Option<unknown>][];
  return all.filter(([, { in: commands }]) => commands[command] !== undefined);
}

/** What follows `--` is for another command. */
const TAKE_FLAGS: ReadonlySet<CommandName> = new Set<CommandName>([
  ...([
    'check',
    'test',
    'replay',
    'scenario',
    'fix',
    'relax',
    'record',
    'steer',
    'cluster submit',
    'cluster test',
  ] as const),
]);

/** Reads the command line of a command. */
export function argumentsOf(command: CommandName, args: readonly string[]): Arguments {
  return parseArguments(args, tableOf(command), TAKE_FLAGS.has(command) ? 'rest' : 'positionals', commandsWith);
}

function commandsWith(flag: string): readonly string[] {
  const same = (Object.values(OPTIONS) as Option<unknown>[]).filter((each) => each.flag === flag);
  return [...new Set(same.flatMap((each) => Object.keys(each.in)))];
}

function tableOf(command: CommandName): OptionTable {
  return Object.fromEntries(
    optionsOf(command).map(([, { flag, kind }]) => [
      flag!,
      kind.argument === undefined ? 'flag' : kind.repeats === true ? 'list' : 'value',
    ]),
  );
}

/** What was asked for on the command line or, where it says nothing, in the configuration. */
export async function requested(command: CommandName, args: readonly string[], folder = ''): Promise<Requested> {
  const given = argumentsOf(command, args);
  if (given.flags.has('help')) return { help: true };
  const takesConfig = optionsOf(command).some(([key]) => key === 'config');
  const settings = takesConfig
    ? await settingsFor(given.values.get('config'), given.flags.has('no-config'), folder)
    : {};
  return { help: false, given, settings, values: valuesOf(command, given, settings) };
}

export type Requested =
  | { readonly help: true }
  | {
      readonly help: false;
      readonly given: Arguments;
      readonly settings: Settings;
      readonly values: OptionValues;
    };

/** The values of all options, as a configuration says. */
export function valuesFrom(settings: Settings): OptionValues {
  const entries = (Object.entries(OPTIONS) as [OptionKey, Option<unknown>][]).map(
    ([key, { otherwise }]) => [key, settings[key as keyof Settings] ?? otherwise] as const,
  );
  return Object.fromEntries(entries) as unknown as OptionValues;
}

/** Options that the command does not take have their default values. */
function valuesOf(command: CommandName, given: Arguments, settings: Settings): OptionValues {
  const onCommandLine = optionsOf(command).flatMap(([key, option]) => {
    const texts = textsFor(option, given);
    return texts === undefined ? [] : [[key, option.kind.fromText(texts, option.flag!)] as const];
  });
  const { positionals, rest } = given;
  const values = { ...valuesFrom(settings), ...(Object.fromEntries(onCommandLine) as Partial<OptionValues>) };
  const files = positionals.length > 0 ? positionals : values.files;
  if (rest.length > 0 && command !== 'steer') requireCompiled(files ?? []);
  return {
    ...values,
    files: files && [...new Map(files.map((path) => [resolve(path), path])).values()],
    compiler: rest.length > 0 ? rest : values.compiler,
  };
}

/** Flags on the command line are meant for some file; those of a configuration may be for others. */
function requireCompiled(files: readonly string[]): void {
  const isCompiled = (file: string): boolean => C_SOURCES.some((ending) => file.endsWith(ending));
  if (files.length === 0 || files.some(isCompiled)) return;
  throw new FencepostError('USAGE', 'there is nothing to compile: what follows -- is for C, C++ and LLVM IR', {
    hint: `leave it out, or name a file that ends in ${C_SOURCES.join(', ')}`,
  });
}

function textsFor({ flag }: Option<unknown>, { values, lists, flags }: Arguments): readonly string[] | undefined {
  if (flag === null) return undefined;
  const value = values.get(flag);
  return lists.get(flag) ?? (value !== undefined ? [value] : flags.has(flag) ? [] : undefined);
}
