import type { JsonSchema, Option } from '@fencepost/options';
import { offered } from '../../options/command-line.js';
import type { AnyCommand, CommandFamily } from '../command.js';

/** An option, as shells complete it. */
export interface CompletedOption {
  /** Without the dashes. */
  readonly name: string;
  readonly short: string | null;
  /** Its help, as one line. */
  readonly help: string;
  readonly takesValue: boolean;
  /** Known values, or beginnings of values; empty if any text or file may follow. */
  readonly values: readonly string[];
  /** Whether a value may be several of them, with commas. */
  readonly isList: boolean;
}

/** A command, as shells complete it. */
export interface CompletedCommand {
  /** The words after `fencepost`. */
  readonly words: readonly string[];
  readonly help: string;
  readonly options: readonly CompletedOption[];
  /** Words that may follow: subcommands, or a fixed set of arguments. */
  readonly next: readonly (readonly [word: string, help: string])[];
}

/** Returns what can be completed. Nothing of it is listed anywhere but in the tables of commands and options. */
export function completed(
  commands: readonly (AnyCommand | CommandFamily)[],
  shells: readonly string[],
  topics: readonly string[],
): readonly CompletedCommand[] {
  const described = commands.flatMap((each): CompletedCommand[] => {
    if (!('members' in each)) {
      const next = each.name === 'completion' ? shells.map((shell) => [shell, ''] as const) : [];
      return [commandOf(each, next)];
    }
    const members = each.members.map((member) => commandOf(member, []));
    const words = members.map((member) => [member.words.at(-1)!, member.help] as const);
    return [{ words: [each.name], help: each.summary[1], options: [], next: words }, ...members];
  });
  const names = commands.map(({ name, summary }) => [name, summary[1]] as const);
  const help: CompletedCommand = {
    ...{ words: ['help'], help: 'show the help for a command', options: [] },
    next: [...names, ...topics.map((topic) => [topic, ''] as const)],
  };
  return [...described, help];
}

function commandOf({ name, summary, groups }: AnyCommand, next: CompletedCommand['next']): CompletedCommand {
  const options = offered({ name, groups }).map(([, option]) => optionOf(option));
  return { words: name.split(' '), help: summary[1], options, next };
}

function optionOf({ flag, short, kind, help }: Option<unknown>): CompletedOption {
  const text = typeof help === 'string' ? help : help();
  return {
    ...{ name: flag!, short, help: text.replaceAll(/\s+/g, ' '), takesValue: kind.argument !== undefined },
    values: kind.argument === undefined ? [] : (kind.beginnings?.() ?? namesIn(kind.schema())),
    isList: kind.hasCommas === true,
  };
}

/** Returns the names that a schema lists. */
function namesIn(schema: JsonSchema): string[] {
  const { enum: names, items, anyOf } = schema;
  if (Array.isArray(names)) return names.map(String);
  if (typeof items === 'object' && items !== null) return namesIn(items as JsonSchema);
  return Array.isArray(anyOf) ? anyOf.flatMap((each) => namesIn(each as JsonSchema)) : [];
}
