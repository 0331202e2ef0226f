import type { ModelName, Program } from '@fencepost/core';
import type { CheckOptions, RunningCheck, SavedCheck } from './check/check-program.js';
import { isResumable } from './check/check-program.js';
import type { ProgramCheck } from './check/program-check.js';
import type { Rest } from './clock.js';
import { clock, soon } from './clock.js';
import type { Help } from './helpers/help.js';
import { NO_HELP } from './helpers/help.js';
import type { SearchProgress } from './search/search-progress.js';
import type { SearchStep, Stop } from './search/searching.js';
import { TimedCheck } from './test/timed-check.js';

/** A search runs this long at most before everything else in this thread has its turn. */
const BREATH_MILLISECONDS = 20;

/** A search that waits for others looks this often whether it is to stop. */
const IDLE_MILLISECONDS = 50;

/** How a check is run: within which time, from where on, with whom, and who watches. */
export interface CheckRun {
  /** Default: no limit. */
  readonly seconds?: number;
  /** Where the search is given up without a failure, are there tests for a little longer? */
  readonly tests: boolean;
  readonly saved?: SavedCheck | undefined;
  readonly help?: Help;
  /** Set by others to end it. */
  readonly stop: Stop;
  readonly rest: Rest;
  /** Called now and then: with the check, while that is searching. `isStopped`: it is about to end. */
  readonly watch: (progress: SearchProgress, check: RunningCheck | undefined, isStopped: boolean) => void;
  /** Called before the tests of these models. */
  readonly onSearched?: (searched: CheckEnd, tested: readonly ModelName[]) => void;
}

/** What is known of each model, and from where another run can go on; null: there is nothing left to search. */
export interface CheckEnd {
  readonly checks: readonly ProgramCheck[];
  readonly saved: SavedCheck | null;
}

/** Checks a program: searches under each model, then tests those whose search was given up. */
export async function runCheck(program: Program, options: CheckOptions, run: CheckRun): Promise<CheckEnd> {
  const { seconds = Infinity, tests, help = NO_HELP, stop, rest, watch } = run;
  const timed = new TimedCheck(program, options, stop, { seconds, tests, saved: run.saved, ...help });
  const { check } = timed;
  const searching = watched(timed.search(), stop, Infinity, (each) => watch(each, check, timed.isStopped), rest);
  const searched = await searching.finally(() => help.close());
  // Before the tests, which may learn more about the program than the search knew.
  const saved = searched.some(isResumable) ? (check.save() ?? null) : null;
  const tested = tests ? timed.tested(searched) : [];
  if (tested.length === 0) return { checks: searched, saved };
  run.onSearched?.({ checks: searched, saved }, tested);
  const testing = timed.test(searched);
  return { checks: await watched(testing, stop, Infinity, (each) => watch(each, undefined, true), rest), saved };
}

/** The loop of a search or of tests: to their end, or until `deadline` (as `performance.now()` counts) or whoever else sets `stop`. */
export async function watched<Progress extends Pick<SearchStep, 'executions' | 'idle'>, T>(
  searching: Generator<Progress, T, void>,
  stop: Stop,
  deadline: number,
  watch: (progress: Progress) => void,
  rest: Rest,
): Promise<T> {
  let rested = clock();
  for (;;) {
    const { done, value } = searching.next();
    if (done === true) return value;
    const { idle } = value;
    watch(idle === undefined ? value : { ...value, idle: undefined });
    const now = clock();
    if (now >= deadline) stop.reason ??= 'time';
    if (idle !== undefined) await soon(idle, IDLE_MILLISECONDS);
    else if (now - rested >= BREATH_MILLISECONDS) await rest();
    else continue;
    rested = clock();
  }
}
