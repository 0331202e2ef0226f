import { usageError } from './usage-error.js';
import { didYouMean } from './choose.js';

/** Options by name, without the dashes: a flag, or an option with a value, given once or (`list`) several times. */
export type Parsed = Readonly<Record<string, 'value' | 'list' | 'flag'>>;

export interface Arguments {
  readonly values: ReadonlyMap<string, string>;
  /** Every value of each option that may be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
  readonly positionals: readonly string[];
  /** The arguments after `--`, if they are for another program. */
  readonly rest: readonly string[];
}

const SHORT: Readonly<Record<string, string | undefined>> = { '-h': 'help', '-o': 'output' };

/** Returns the commands that accept an option which this one does not. */
export type Elsewhere = (name: string) => readonly string[];

/**
 * Parses `--name value`, `--name=value`, `--flag`, `-h` for `--help`, `-o` for `--output`. Arguments after `--` are
 * never options.
 */
export function parseArguments(
  args: readonly string[],
  table: Parsed,
  afterDashes: 'positionals' | 'rest' = 'positionals',
  elsewhere: Elsewhere = () => [],
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
    const { name, attached } = splitOption(arg, table, elsewhere);
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
    else if (values.has(name)) throw usageError(`--${name} is given twice`, 'omit one of them');
    else values.set(name, value);
  }
  return { values, lists, flags, positionals, rest };
}

function splitOption(arg: string, table: Parsed, elsewhere: Elsewhere): { name: string; attached: string | undefined } {
  const short = SHORT[arg];
  if (short !== undefined && short in table) return { name: short, attached: undefined };
  const equals = arg.indexOf('=');
  const option = equals < 0 ? arg : arg.slice(0, equals);
  const name = option.slice(2);
  if (option.startsWith('--') && Object.hasOwn(table, name)) {
    return { name, attached: equals < 0 ? undefined : arg.slice(equals + 1) };
  }
  const others = option.startsWith('--') ? elsewhere(name) : [];
  if (others.length > 0) throw usageError(`this command does not take ${option}`, `${commands(others)} it`);
  const known = Object.keys(table).map((key) => `--${key}`);
  const asFile = option.startsWith('--') ? '' : `; for a file of this name write ./${option}`;
  throw usageError(
    `unknown option '${option}'`,
    didYouMean(option, known) ?? `options are ${known.join(', ')}${asFile}`,
  );
}

/** Returns text such as `fencepost check and replay take`. */
function commands(names: readonly string[]): string {
  const all = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
  return `fencepost ${all} ${names.length === 1 ? 'takes' : 'take'}`;
}
