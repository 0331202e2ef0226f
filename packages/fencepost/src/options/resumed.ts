import type { Arguments, OptionTable } from '@fencepost/options';
import { usageError } from '@fencepost/options';
import type { CommandLine } from './command-line.js';
import { offered } from './command-line.js';

/** Rejects options that a resumed run takes from its token. */
export function checkResume(
  command: CommandLine,
  { values, lists, flags, positionals, rest }: Arguments,
  token: string,
): void {
  if (token === '') throw usageError('--resume needs a token', 'a search that stops early prints its token');
  const allowed = offered(command).flatMap(([, { flag, resumable }]) => (resumable ? [flag] : []));
  const other = [...values.keys(), ...lists.keys(), ...flags].find((name) => !allowed.includes(name));
  if (other === undefined && rest.length + positionals.length === 0) return;
  const more = positionals.length > 0 ? 'files' : 'flags for the compiler';
  const what = other === undefined ? more : `--${other}`;
  const possible = allowed.filter((name) => name !== 'resume').map((name) => `--${name!}`);
  throw usageError(
    `${what} cannot be used with --resume`,
    `a search resumes with its original options; you may only give ${possible.join(', ')}`,
  );
}

/** Returns the options of a resumed run: limits and output as given now, the rest as before. */
export function resumedValues<Values extends object>({ groups }: CommandLine, before: Values, now: Values): Values {
  const merged = Object.entries(groups).map(([name, { table }]) => {
    const [old, asked] = [before, now].map((values) => (values as Record<string, Record<string, unknown>>)[name]!);
    return [name, { ...old, ...onlyResumable(table, asked!) }];
  });
  return { ...before, ...(Object.fromEntries(merged) as Partial<Values>) };
}

function onlyResumable(table: OptionTable, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const now = Object.entries(values).filter(([key]) => table[key]?.resumable === true && table[key].flag !== null);
  return Object.fromEntries(now);
}
