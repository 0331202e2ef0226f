import type { CheckReport, FailureReport, Incomplete } from '../values/report.js';
import { firstLine } from './messages.js';
import { count, counted } from './numbers.js';
import { isSelfEvident, waitsForMoreThanAnEnd } from './rows.js';

// What every format says of a failure, so that none contradicts another.

/** The message, and of a deadlock who waits for what; whoever only waits for others to end is left out. */
export function messageInWords({ kind, message, counterexample }: FailureReport): string {
  const waiting = (counterexample?.story.threads ?? []).filter(waitsForMoreThanAnEnd);
  if (kind !== 'deadlock' || waiting.length === 0) return message;
  return waiting.map(({ name, waits }) => `${name} waits ${waits!}`).join(', ');
}

/** The same in one line, with the kind of the failure where the message does not say it. */
export function failureInWords(failure: FailureReport, shown = firstLine(messageInWords(failure))): string {
  const { kind } = failure;
  // The message of a race, or of a failed C assertion, says what it is.
  if (kind === 'data race' || (kind === 'assertion' && isSelfEvident(shown))) return shown;
  return `${kind === 'assertion' ? 'check failed' : kind}: ${shown}`;
}

/**
 * Is it told whether a failure happens under SC, too? Some models define races. Under SC they are in some execution as well, but
 * not looked for unless somebody asks.
 */
export function isComparedWithSc({ kind }: Pick<FailureReport, 'kind'>): boolean {
  return kind !== 'data race';
}

/** Searches that ended, and could go on. */
const ENDED: readonly (Incomplete['stoppedBy'] | undefined)[] = [
  'failure',
  'executions',
  'time',
  'interrupt',
  'memory',
];

/** `in 2 of 15 executions`; or of those explored so far. */
export function inExecutions(
  executions: number,
  check: Pick<CheckReport, 'method' | 'executions' | 'incomplete' | 'scenarios'>,
): string {
  // With monitors, the counted executions are not always those that fail.
  if (check.method === 'monitor' || executions > check.executions) return `in ${counted(executions, 'execution')}`;
  const all = counted(check.executions, 'execution');
  const isPart = check.scenarios === undefined && ENDED.includes(check.incomplete?.stoppedBy);
  return `in ${count(executions)} of ${isPart ? `the ${all} explored so far` : all}`;
}
