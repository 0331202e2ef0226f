import type { ModelName, Program } from '@fencepost/core';
import type { CheckOptions, RunningCheck, SavedCheck } from './check/check-program.js';
import { isResumable } from './check/check-program.js';
import type { ProgramCheck } from './check/program-check.js';
import type { Rest } from './clock.js';
import { clock, soon } from './clock.js';
import type { Help } from './parallel/help.js';
import { NO_HELP } from './parallel/help.js';
import type { SearchProgress } from './search/search-progress.js';
import type { SearchStep, Stop } from './search/searching.js';
import { TimedCheck } from './test/timed-check.js';

/** Longest time a search runs before it yields to the rest of this thread. */
const BREATH_MILLISECONDS = 20;

/** Interval at which a search that waits for helpers checks whether to stop. */
const IDLE_MILLISECONDS = 50;

/** How a check is run: its time limit, saved state, helper threads and observers. */
export interface CheckRun {
  /** Default: no limit. */
  readonly seconds?: number;
  /** Whether to run tests for a short time after a search that was given up without a failure. */
  readonly tests: boolean;
  readonly saved?: SavedCheck | undefined;
  readonly help?: Help;
  /** Set by the caller to end the check. */
  readonly stop: Stop;
  readonly rest: Rest;
  /** Called regularly, with the check while it is searching. `isStopped`: the check is about to end. */
  readonly watch: (progress: SearchProgress, check: RunningCheck | undefined, isStopped: boolean) => void;
  /** Called before the tests of these models. */
  readonly onSearched?: (searched: CheckEnd, tested: readonly ModelName[]) => void;
}

/** The result for each model, and the state from which another run can continue; null if nothing is left to search. */
export interface CheckEnd {
  readonly checks: readonly ProgramCheck[];
  readonly saved: SavedCheck | null;
}

/** Checks a program: searches under each model, then tests those whose search was given up. */
export async function runCheck(program: Program, options: CheckOptions, run: CheckRun): Promise<CheckEnd> {
  const { seconds = Infinity, tests, help = NO_HELP, stop, rest, watch } = run;
  const timed = new TimedCheck(program, options, stop, { seconds, tests, saved: run.saved, ...help });
  const { check } = timed;
  const searching = watched(timed.search(), (each) => watch(each, check, timed.isStopped), rest);
  const searched = await searching.finally(() => help.close());
  // Saved before the tests, which may learn more about the program than the search knew.
  const saved = searched.some(isResumable) ? (check.save() ?? null) : null;
  const tested = tests ? timed.tested(searched) : [];
  if (tested.length === 0) return { checks: searched, saved };
  run.onSearched?.({ checks: searched, saved }, tested);
  const testing = timed.test(searched);
  return { checks: await watched(testing, (each) => watch(each, undefined, true), rest), saved };
}

/** Runs a search or tests until they end, and yields to the rest of this thread meanwhile. */
export async function watched<Progress extends Pick<SearchStep, 'executions' | 'idle'>, T>(
  searching: Generator<Progress, T, void>,
  watch: (progress: Progress) => void,
  rest: Rest,
): Promise<T> {
  let rested = clock();
  for (;;) {
    const { done, value } = searching.next();
    if (done === true) return value;
    const { idle } = value;
    watch(idle === undefined ? value : { ...value, idle: undefined });
    if (idle !== undefined) await soon(idle, IDLE_MILLISECONDS);
    else if (clock() - rested >= BREATH_MILLISECONDS) await rest();
    else continue;
    rested = clock();
  }
}
