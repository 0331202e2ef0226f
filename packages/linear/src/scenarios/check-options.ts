import { FencepostError } from '@fencepost/core';
import { MOST_CALLS } from '../histories/history.js';
import { CRITERIA, DEFAULT_CRITERION } from '../histories/criteria.js';
import type { Operations, ScenarioOptions } from './scenario-options.js';
import { RESPECTED_ORDERS } from './scenario-calls.js';

/** Maximum number of threads. The renamings of more threads are too many to enumerate. */
const MOST_THREADS = 6;
/** Maximum number of values that are alike, for the same reason. */
const MOST_ALIKE = 6;
/** Maximum number of letters. With more, not even all scenarios of two calls can be checked. */
const MOST_LETTERS = 1000;

/** Maximum number of random scenarios. They are drawn again whenever a search is resumed. */
const MOST_RANDOM = 1_000_000;

/** Throws for options that would check something other than the user intended, or nothing. */
export function checkOptions(name: string, operations: Operations, options: ScenarioOptions): void {
  const { calls = 1, threads = 1, respects = 'real time', roles = {}, blocking = [], initial = [] } = options;
  const { criterion = DEFAULT_CRITERION, random = 0 } = options;
  const refuse = (what: string, hint: string): never => {
    throw new FencepostError('USAGE', `${name} ${what}`, { hint });
  };
  if (Object.keys(operations).length === 0)
    refuse('has no operations', 'declare its operations: { pop: [] }; in C, FENCEPOST_OPERATION(pop)');
  for (const [operation, args] of Object.entries(operations)) {
    if (args.some(({ values }) => values.length === 0)) {
      refuse(`has an argument of ${operation} without values`, 'int(1, 2) and oneOf(1, 2) have some');
    }
    if (args.some(({ values, alike }) => alike && values.length > MOST_ALIKE)) {
      refuse(
        `has more than ${MOST_ALIKE} distinct values of ${operation}`,
        'a scenario has few calls: two or three values are enough',
      );
    }
  }
  const letters = Object.values(operations).map((args) => args.reduce((n, { values }) => n * values.length, 1));
  if (letters.reduce((a, b) => a + b, 0) > MOST_LETTERS) {
    refuse(
      `has more than ${MOST_LETTERS} calls, with all their arguments`,
      'give fewer values: two or three are often enough',
    );
  }
  for (const [role, called] of Object.entries(roles)) {
    if (!Array.isArray(called) || called.length === 0) {
      refuse(`has a role ${role} that calls nothing`, "list its operations: { producer: ['push'] }");
    }
  }
  if (!Array.isArray(blocking)) refuse('has blocking operations that are not a list', "write: blocking: ['pop']");
  if (!Array.isArray(initial) || !initial.every((each) => Array.isArray(each))) {
    refuse('has initial calls that are not a list', "write: initial: [['push', 1]]");
  }
  if (!isWithin(calls, MOST_CALLS))
    refuse(`cannot have ${shown(calls)} calls`, `calls is an integer from 1 to ${MOST_CALLS}`);
  if (!isWithin(threads, MOST_THREADS)) {
    refuse(`cannot have ${shown(threads)} threads`, `threads is an integer from 1 to ${MOST_THREADS}`);
  }
  if (!(Number.isInteger(random) && random >= 0 && random <= MOST_RANDOM)) {
    refuse(`cannot have ${shown(random)} random scenarios`, `random is an integer from 0 to ${MOST_RANDOM}`);
  }
  if (random > 0 && calls === MOST_CALLS) {
    refuse(
      `cannot have random scenarios with more than ${MOST_CALLS} calls`,
      'random scenarios have more calls than the others: reduce calls, or omit random',
    );
  }
  for (const setting of ['puts', 'takes'] as const) {
    if (!Array.isArray(options[setting] ?? []))
      refuse(`has ${setting} that are not a list`, `write: ${setting}: ['push']`);
  }
  if (!CRITERIA.includes(criterion)) {
    refuse(`cannot be checked for '${criterion}'`, `the criteria are ${CRITERIA.join(', ')}`);
  }
  if (!RESPECTED_ORDERS.includes(respects)) {
    refuse(`cannot respect '${respects}'`, `the orders are ${RESPECTED_ORDERS.join(', ')}`);
  }
}

/** Returns a value as in the source. It may be a text given by mistake. */
function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}
