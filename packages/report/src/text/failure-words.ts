import type { CheckReport, FailureReport, Incomplete } from '../values/report.js';
import { firstLine } from './messages.js';
import { count, counted } from './numbers.js';
import { isSelfEvident, waitsForMoreThanAnEnd } from './rows.js';

// Failure wording shared by all formats, so that they do not contradict each other.

/**
 * Returns the message. For a deadlock, adds what each thread waits for, except threads that only wait for others to
 * end.
 */
export function messageInWords({ kind, message, counterexample }: FailureReport): string {
  const waiting = (counterexample?.story.threads ?? []).filter(waitsForMoreThanAnEnd);
  if (kind !== 'deadlock' || waiting.length === 0) return message;
  return waiting.map(({ name, waits }) => `${name} waits ${waits!}`).join(', ');
}

/** The same in one line, with the kind of the failure unless the message includes it. */
export function failureInWords(failure: FailureReport, shown = firstLine(messageInWords(failure))): string {
  const { kind } = failure;
  // The message of a race, or of a failed C assertion, names its kind.
  if (kind === 'data race' || (kind === 'assertion' && isSelfEvident(shown))) return shown;
  return `${kind === 'assertion' ? 'check failed' : kind}: ${shown}`;
}

/**
 * Whether the report states if a failure also happens under SC. It does not for data races: models that define races
 * have them in some SC execution as well, but the search under SC looks for them only on request.
 */
export function isComparedWithSc({ kind }: Pick<FailureReport, 'kind'>): boolean {
  return kind !== 'data race';
}

/** Reasons for which a search ended although it could continue. */
const ENDED: readonly (Incomplete['stoppedBy'] | undefined)[] = [
  'failure',
  'executions',
  'time',
  'interrupt',
  'memory',
];

/** Returns `in 2 of 15 executions`, or the same for the executions explored up to now. */
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
