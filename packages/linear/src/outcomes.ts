import { FencepostError } from '@fencepost/core';
import { ANYTHING, WAITS } from './history.js';
import type { Scenario } from './scenarios.js';
import type { SequentialRuns } from './sequential-runs.js';

/** Maximum number of sequential orders to enumerate. */
const MOST_ORDERS = 100_000;
/** Maximum number of outcomes. Users could not read more. */
const MOST_OUTCOMES = 200;

/** The possible results of calls. */
export interface Outcomes {
  /** Results as numbers: those of the first thread in their order, then those of the next. */
  readonly all: readonly (readonly number[])[];
  /** The first call found that waits in some order; others are not searched. Undefined if none does. */
  readonly waiting: number | undefined;
}

/**
 * Returns the results of the calls in all sequential orders of them: those that keep the order of each thread, or all.
 */
export function outcomesOf(scenario: Scenario, runs: SequentialRuns, name: string, keepsThreads = true): Outcomes {
  const calls = scenario.flat();
  const first = scenario.map((_, t) => scenario.slice(0, t).flat().length);
  const found = new Map<string, readonly number[]>();
  let waiting: number | undefined;
  let orders = 0;
  const isNext = (c: number, done: ReadonlySet<number>): boolean =>
    !done.has(c) && (!keepsThreads || first.includes(c) || done.has(c - 1));
  const visit = (results: number[], done: ReadonlySet<number>, state: number): void => {
    if (waiting !== undefined) return;
    if (done.size === calls.length) {
      if (++orders > MOST_ORDERS) throw tooMany(name, 'sequential orders');
      found.set(results.join(), [...results]);
      if (found.size > MOST_OUTCOMES) throw tooMany(name, 'different results');
      return;
    }
    for (const [c, call] of calls.entries()) {
      if (!isNext(c, done)) continue;
      const result = runs.resultOf(state, call);
      if (result === WAITS) waiting ??= call;
      else visit(results.with(c, result), new Set(done).add(c), runs.after(state, call, ANYTHING));
    }
  };
  visit(new Array<number>(calls.length).fill(WAITS), new Set(), 0);
  return { all: [...found.values()], waiting };
}

function tooMany(name: string, what: string): FencepostError {
  return new FencepostError('TOO_LARGE', `${name} has too many ${what} for a test`, {
    hint: 'try a smaller scenario: it often fails as well',
  });
}
