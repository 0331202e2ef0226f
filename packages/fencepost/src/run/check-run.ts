import type { ReadCheckSettings } from '../options/check-settings.js';
import type {
  CheckOptions,
  ProgramCheck,
  RunningCheck,
  ScenarioTeam,
  SearchProgress,
  Stop,
  TaskDispatcher,
} from '@fencepost/check';
import { TimedCheck, isResumable, whatFailuresMean } from '@fencepost/check';
import type { CheckRequest } from './check-request.js';
import { inFile } from '../errors.js';
import type { LoadedProgram, ReferencedProgram } from '../load/loaded-program.js';
import { explorerThreads, scenarioThreads } from '../explorers/threads.js';
import { checkReport } from './check-report.js';
import { changedSince } from './resuming.js';
import type { SavedProgram } from './saved-run.js';
import { watched } from './watching.js';

/** Who wants to know how a check gets on. */
export interface RunWatcher {
  /** Called now and then: with the check, while that is searching. `isStopped`: it is about to end. */
  watch(progress: SearchProgress, check: RunningCheck | undefined, isStopped: boolean): void;
  /** Called before tests that follow a search, with what is to be said if they do not end. */
  onSearched?(program: SavedProgram): void;
}

const CUT_OFF = 'the search is not complete; active testing after it was cut off, as it did not answer';

/** Checks programs as a request says. */
export class CheckRun {
  private readonly request: CheckRequest;
  private readonly stop: Stop;
  private readonly watcher: RunWatcher;
  private readonly tests: boolean;

  /** `tests`: where a search is given up without a failure, test actively for a little longer. */
  constructor(request: CheckRequest, stop: Stop, watcher: RunWatcher, tests = false) {
    this.request = request;
    this.stop = stop;
    this.watcher = watcher;
    this.tests = tests;
  }

  /** `seconds`: how long it may take. `before`: what an earlier run kept of this program. */
  async check(loaded: LoadedProgram, seconds = Infinity, before?: SavedProgram): Promise<SavedProgram> {
    const { source, program, digest } = loaded;
    if (before !== undefined && before.digest !== digest) throw changedSince(source);
    // What was cut off before it was saved begins again.
    if (before?.saved === null && !before.checks.some(isResumable)) return before;
    const { request, tests, watcher } = this;
    // Somebody who resumes knows how far the check got within its own limits.
    const limits = before === undefined ? (loaded.settings ?? {}) : {};
    const options = optionsOf(request, loaded.settings, limits);
    const dispatcher = this.dispatcherFor(loaded, options.maxDepth);
    const helpers = this.helpersFor(loaded);
    const time = { seconds, tests, saved: before?.saved ?? undefined, dispatcher, helpers };
    const timed = await inFile(source, () => new TimedCheck(program, options, this.stop, time));
    const { check } = timed;
    const watch = (progress: SearchProgress): void => watcher.watch(progress, check, timed.isStopped);
    const searching = inFile(source, () => watched(timed.search(), this.stop, Infinity, watch));
    const searched = await searching.finally(() => {
      dispatcher?.close();
      helpers?.close();
    });
    // Before the tests, which may learn more about the program than the search knew.
    const saved = searched.some(isResumable) ? (check.save() ?? null) : null;
    const reported = (found: readonly ProgramCheck[]): SavedProgram => {
      const notes = program.standard === 'ECMA-262' ? whatFailuresMean(found) : undefined;
      const checks = found.map((each) =>
        checkReport(loaded, request, { ...each, notes: [...each.notes, ...(notes?.[each.model] ?? [])] }),
      );
      return { source, program: program.name, digest, checks, saved };
    };
    const open = tests ? timed.tested(searched) : [];
    if (open.length === 0) return reported(searched);
    // Whatever becomes of the tests, this was found.
    watcher.onSearched?.(
      reported(
        searched.map((each) => (open.includes(each.model) ? { ...each, notes: [...each.notes, CUT_OFF] } : each)),
      ),
    );
    const testing = (): Promise<readonly ProgramCheck[]> =>
      watched(timed.test(searched), this.stop, Infinity, (progress) => watcher.watch(progress, undefined, true));
    return reported(await inFile(source, testing));
  }

  /** Who else explores. */
  private dispatcherFor(loaded: LoadedProgram | ReferencedProgram, maxDepth?: number): TaskDispatcher | undefined {
    const { jobs } = this.request.limits;
    const isOne = loaded.program.scenarios === undefined;
    return jobs > 1 && isOne && 'reference' in loaded ? explorerThreads(loaded.reference, jobs, maxDepth) : undefined;
  }

  /** Who else checks scenarios. */
  private helpersFor(loaded: LoadedProgram | ReferencedProgram): ScenarioTeam | undefined {
    const { jobs } = this.request.limits;
    return jobs > 1 && loaded.program.scenarios !== undefined && 'reference' in loaded
      ? scenarioThreads(loaded.reference, jobs)
      : undefined;
  }
}

/** What the command leaves open is as the check says. */
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
