import type { Counterexample } from '../values/counterexample.js';
import type { ModelName } from '@fencepost/core';
import type { CheckReport } from '../values/report.js';

/** Returns the command that replays the execution, ready to paste into a shell. */
export function replayCommand(
  { source, replay }: Pick<CheckReport, 'source' | 'replay'>,
  { schedule }: Pick<Counterexample, 'schedule'>,
): string {
  return ['fencepost', 'replay', fileOf(source), schedule, ...replay].map(quoted).join(' ');
}

/** Returns the command that looks for a repair of the program under these models, and applies it if `write`. */
export function fixCommand(
  { source, replay }: Pick<CheckReport, 'source' | 'replay'>,
  models: readonly ModelName[],
  write: boolean,
): string {
  const flags = replay.indexOf('--');
  const [options, rest] = flags < 0 ? [replay, []] : [replay.slice(0, flags), replay.slice(flags)];
  const model = options.indexOf('--model');
  const others = model < 0 ? options : [...options.slice(0, model), ...options.slice(model + 2)];
  const words = [...(models.length === 0 ? [] : ['--model', models.join()]), ...others, ...(write ? ['--write'] : [])];
  return ['fencepost', 'fix', fileOf(source), ...words, ...rest].map(quoted).join(' ');
}

/** Prefixes a file named -x, which would be treated as an option. */
function fileOf(source: string): string {
  return source.startsWith('-') ? `./${source}` : source;
}

function quoted(word: string): string {
  return quotedFor(
    word,
    (globalThis as { readonly process?: { readonly platform?: string } }).process?.platform === 'win32',
  );
}

/** Quotes a word for a shell. On Windows the result suits cmd.exe, which knows only double quotes, and PowerShell. */
export function quotedFor(word: string, isWindows: boolean): string {
  if (isWindows) return /^[\w@+=:./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', String.raw`\"`)}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
