import type { ReadCheckSettings } from '../options/check-settings.js';
import type { CheckEnd, CheckOptions, Help, RunningCheck, SearchProgress, Stop } from '@fencepost/check';
import { NO_HELP, helpWith, isResumable, runCheck, whatFailuresMean } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import type { CheckRequest } from './check-request.js';
import { inFile } from '../errors.js';
import type { LoadedProgram, ReferencedProgram } from '../load/loaded-program.js';
import { helperThreads } from '../explorers/threads.js';
import { checkReport } from './check-report.js';
import { changedSince } from './resuming.js';
import type { SavedProgram } from './saved-run.js';
import { yieldToEventLoop } from '../workers/yield-to-event-loop.js';

/** Observer of a check. */
export interface RunWatcher {
  /** Called regularly, with the check while it is searching. `isStopped`: the check is about to end. */
  watch(progress: SearchProgress, check: RunningCheck | undefined, isStopped: boolean): void;
  /** Called before tests that follow a search, with the result to report if they do not end. */
  onSearched?(program: SavedProgram): void;
}

const CUT_OFF = 'the search is not complete; active testing after it was cut off because it did not respond';

/** Checks programs according to a request. */
export class CheckRun {
  private readonly request: CheckRequest;
  private readonly stop: Stop;
  private readonly watcher: RunWatcher;
  private readonly tests: boolean;

  /** `tests`: whether to test actively for a short time after a search that was given up without a failure. */
  constructor(request: CheckRequest, stop: Stop, watcher: RunWatcher, tests = false) {
    this.request = request;
    this.stop = stop;
    this.watcher = watcher;
    this.tests = tests;
  }

  /** Checks a program. `seconds`: its time limit. `before`: its state as saved by an earlier run. */
  async check(loaded: LoadedProgram, seconds = Infinity, before?: SavedProgram): Promise<SavedProgram> {
    const { source, program, digest } = loaded;
    if (before !== undefined && before.digest !== digest) throw changedSince(source);
    // A check that was cut off before it was saved starts again.
    if (before?.saved === null && !before.checks.some(isResumable)) return before;
    const { request, tests, watcher } = this;
    // The check's own limits do not apply to a resumed run: its user already knows how far they let it get.
    const limits = before === undefined ? (loaded.settings ?? {}) : {};
    const options = optionsOf(request, loaded.settings, limits);
    const reported = ({ checks: found, saved }: CheckEnd): SavedProgram => {
      const notes = program.standard === 'ECMA-262' ? whatFailuresMean(found) : undefined;
      const checks = found.map((each) =>
        checkReport(loaded, request, { ...each, notes: [...each.notes, ...(notes?.[each.model] ?? [])] }),
      );
      return { source, program: program.name, digest, checks, saved };
    };
    const run = {
      ...{ seconds, tests, saved: before?.saved ?? undefined, help: this.helpFor(loaded, options.maxDepth) },
      ...{ stop: this.stop, rest: yieldToEventLoop, watch: watcher.watch.bind(watcher) },
      // Reports the findings of the search, whatever happens to the tests.
      onSearched: ({ checks, saved }: CheckEnd, tested: readonly ModelName[]) => {
        const open = checks.map((each) =>
          tested.includes(each.model) ? { ...each, notes: [...each.notes, CUT_OFF] } : each,
        );
        watcher.onSearched?.(reported({ checks: open, saved }));
      },
    };
    return reported(await inFile(source, () => runCheck(program, options, run)));
  }

  /** Starts the helper threads of a search. */
  private helpFor(loaded: LoadedProgram | ReferencedProgram, maxDepth?: number): Help {
    const { jobs } = this.request.limits;
    if (jobs === 1 || !('reference' in loaded)) return NO_HELP;
    return helpWith(loaded.program, helperThreads(loaded.reference, maxDepth), jobs);
  }
}

/** Options that the command leaves open are taken from the check's settings. */
function optionsOf(
  request: CheckRequest,
  settings: ReadCheckSettings = {},
  limits: ReadCheckSettings = {},
): CheckOptions {
  const { load, search, limits: own } = request;
  const { method, first, symmetry, preemptions } = search;
  const models = search.models ?? settings.models;
  const seed = load.seed ?? settings.seed;
  const maxExecutions = own.maxExecutions ?? limits.maxExecutions;
  const maxDepth = search.maxDepth ?? settings.maxDepth;
  return {
    method,
    all: search.all || settings.all === true,
    races: search.races || settings.races === true,
    first,
    symmetry,
    ...(models !== undefined && { models }),
    ...(seed !== undefined && { seed }),
    ...(maxExecutions !== undefined && { maxExecutions }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(preemptions !== undefined && { preemptions }),
  };
}
