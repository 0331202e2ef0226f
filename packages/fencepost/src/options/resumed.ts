import { usageError } from '../errors.js';
import type { Arguments } from './arguments.js';
import type { CommandName } from './option.js';
import { optionsOf } from './resolve.js';

/** What is done comes with the token: other options are refused. */
export function checkResume(
  command: CommandName,
  { values, lists, flags, positionals, rest }: Arguments,
  token: string,
): void {
  if (token === '') throw usageError('--resume needs a token', 'a search that ends early prints the one to give');
  const allowed = optionsOf(command).flatMap(([, { flag, resumable }]) => (resumable ? [flag] : []));
  const other = [...values.keys(), ...lists.keys(), ...flags].find((name) => !allowed.includes(name));
  if (other === undefined && rest.length + positionals.length === 0) return;
  const more = positionals.length > 0 ? 'files do' : 'flags for the compiler do';
  const what = other === undefined ? more : `--${other} does`;
  const possible = allowed.filter((name) => name !== 'resume').map((name) => `--${name!}`);
  throw usageError(
    `${what} not go with --resume`,
    `a search resumes with its original options; you may only give ${possible.join(', ')}`,
  );
}

/** Of what is asked for now, what a resumed run does not take from the one before: limits and output. */
export function resumable<Request extends object>(command: CommandName, asked: Request): Partial<Request> {
  const now = optionsOf(command).flatMap(([key, option]) =>
    option.resumable && key in asked ? [[key, asked[key as keyof Request]]] : [],
  );
  return Object.fromEntries(now) as Partial<Request>;
}
