import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport } from '../values/report.js';

/** The command that replays the execution, ready to paste into a shell. */
export function replayCommand(
  { source, replay }: Pick<CheckReport, 'source' | 'replay'>,
  { schedule }: Pick<Counterexample, 'schedule'>,
): string {
  // A file named -x would be taken for an option.
  const file = source.startsWith('-') ? `./${source}` : source;
  return ['fencepost', 'replay', file, schedule, ...replay].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
