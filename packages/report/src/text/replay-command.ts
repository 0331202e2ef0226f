import type { Counterexample } from '../values/counterexample.js';
import type { CheckReport } from '../values/report.js';

/** Returns the command that replays the execution, ready to paste into a shell. */
export function replayCommand(
  { source, replay }: Pick<CheckReport, 'source' | 'replay'>,
  { schedule }: Pick<Counterexample, 'schedule'>,
): string {
  return ['fencepost', 'replay', fileOf(source), schedule, ...replay].map(quoted).join(' ');
}

/** Returns the command that prints the scenario as a test; undefined if the check has no scenario. */
export function scenarioCommand({
  source,
  replay,
  scenarios,
}: Pick<CheckReport, 'source' | 'replay' | 'scenarios'>): string | undefined {
  if (scenarios?.shown === undefined) return undefined;
  return ['fencepost', 'scenario', fileOf(source), ...replay].map(quoted).join(' ');
}

/** Prefixes a file named -x, which would be treated as an option. */
function fileOf(source: string): string {
  return source.startsWith('-') ? `./${source}` : source;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
