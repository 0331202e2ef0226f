import type { Estimate, Incomplete } from '../values/report.js';
import { roughly } from './numbers.js';

/** Coverage of a search that was stopped before it began. */
export const NOT_STARTED = 'not started';

/** Reasons, as worded in a headline. */
export const STOPPED_BY: Readonly<Record<Incomplete['stoppedBy'], string>> = {
  failure: 'stopped early, as executions fail',
  executions: 'stopped by --max-executions',
  time: 'stopped by --max-time',
  interrupt: 'interrupted',
  preemptions: 'bounded by --preemptions',
  memory: 'ran out of memory',
  limits: 'a bound of the program was hit',
  unseen: 'some code was not seen',
  'no end': 'no execution came to an end',
};

/** Does not mention resuming: only the command can determine whether the search was saved. */
const WHAT_TO_DO: Readonly<Partial<Record<Incomplete['stoppedBy'], string>>> = {
  failure: 'To explore the rest: --all.',
  executions: 'To explore more, raise --max-executions.',
  time: 'To explore more, raise --max-time; fewer calls and iterations per thread need less.',
  preemptions: 'To explore more, raise --preemptions.',
  memory: 'To explore more, raise --max-memory; with --preemptions, a lower bound needs less.',
  limits: 'Nothing beyond it was explored.',
  unseen: 'In what was seen, nothing fails.',
  'no end': 'Each has a loop that may run forever, so nothing was shown.',
};

/** Describes what an incomplete search has covered, its estimated size, and how to continue it. */
export function incompleteText({ stoppedBy, covered, estimate }: Incomplete): string {
  const size = estimate === null ? [] : [estimateText(estimate)];
  const { [stoppedBy]: next } = WHAT_TO_DO;
  return [`${covered.replace(/\.$/, '')}.`, ...size, ...(next === undefined ? [] : [next])].join(' ');
}

function estimateText({ low, likely, high }: Estimate): string {
  const range = low === high ? '' : ` (${roughly(low)} to ${roughly(high)})`;
  return `There are about ${roughly(likely)} executions in all${range}.`;
}
