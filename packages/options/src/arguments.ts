import { usageError } from './usage-error.js';
import { didYouMean, similarTo } from './choose.js';

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

/** Names of options by their letters. */
export type Letters = Readonly<Record<string, string>>;

const ONLY_HELP: Letters = { h: 'help' };

/** Returns the commands that accept an option which this one does not. */
export type Elsewhere = (name: string) => readonly string[];

/** Flags that only compilers have. */
const COMPILER_FLAG = /^-(?:[DIU]\w|O[0-3sz]$|std=|isystem$|pthread$)/;

/** Parses `--name value`, `--name=value`, `--flag`, and letters, such as `-h`. Arguments after `--` are never options. */
export function parseArguments(
  args: readonly string[],
  table: Parsed,
  afterDashes: 'positionals' | 'rest' = 'positionals',
  elsewhere: Elsewhere = () => [],
  letters = ONLY_HELP,
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
    if (afterDashes === 'rest' && COMPILER_FLAG.test(arg)) {
      throw usageError(`unknown option '${arg}'`, `flags of the compiler come last: -- ${arg}`);
    }
    const { name, attached } = splitOption(arg, table, elsewhere, letters);
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

function splitOption(
  arg: string,
  table: Parsed,
  elsewhere: Elsewhere,
  letters: Letters,
): { name: string; attached: string | undefined } {
  const equals = arg.indexOf('=');
  const option = equals < 0 ? arg : arg.slice(0, equals);
  const isShort = !option.startsWith('--');
  const name = isShort ? (lettersOf(letters, option.slice(1)) ?? '') : option.slice(2);
  if (Object.hasOwn(table, name)) return { name, attached: equals < 0 ? undefined : arg.slice(equals + 1) };
  if (isShort) throw usageError(`unknown option '${option}'`, hintForLetters(option, table, letters));
  const others = elsewhere(name);
  if (others.length > 0) throw usageError(`this command does not take ${option}`, `${commands(others)} it`);
  throw usageError(`unknown option '${option}'`, hintForName(name, table));
}

function lettersOf(letters: Letters, letter: string): string | undefined {
  return Object.hasOwn(letters, letter) ? letters[letter] : undefined;
}

/** Letters are not joined, neither with each other nor with a value. */
function hintForLetters(option: string, table: Parsed, letters: Letters): string {
  const name = option.slice(1);
  const asFile = `for a file of this name write ./${option}`;
  if (Object.hasOwn(table, name)) return `did you mean --${name}?`;
  const first = lettersOf(letters, name[0]!);
  if (first === undefined) {
    const known = Object.entries(letters).map(([letter, long]) => `-${letter} (--${long})`);
    return `letters are ${known.join(', ')}; ${asFile}`;
  }
  const isFlag = table[first] === 'flag';
  const apart = isFlag ? `-${name.split('').join(' -')}` : `-${name[0]!} ${name.slice(1)}`;
  return `write ${apart}; ${asFile}`;
}

/** With at most this number of options, a hint lists them all. */
const FEW = 3;

function hintForName(name: string, table: Parsed): string {
  const known = Object.keys(table);
  const guess = didYouMean(name, known, '--');
  if (guess !== undefined) return guess;
  if (known.length <= FEW) return `options are ${known.map((each) => `--${each}`).join(', ')}`;
  const similar = similarTo(name, known, FEW).map((each) => `--${each}`);
  return `the most similar are ${similar.join(', ')}; --help --all lists all`;
}

/** Returns text such as `fencepost check and replay take`. */
function commands(names: readonly string[]): string {
  const all = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
  return `fencepost ${all} ${names.length === 1 ? 'takes' : 'take'}`;
}
