import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport } from '../values/report.js';

/** Returns the command that replays the execution, ready to paste into a shell. */
export function replayCommand(
  { source, replay }: Pick<CheckReport, 'source' | 'replay'>,
  { schedule }: Pick<Counterexample, 'schedule'>,
): string {
  return ['fencepost', 'replay', fileOf(source), schedule, ...replay].map(quoted).join(' ');
}

/** Prefixes a file named -x, which would be treated as an option. */
function fileOf(source: string): string {
  return source.startsWith('-') ? `./${source}` : source;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
