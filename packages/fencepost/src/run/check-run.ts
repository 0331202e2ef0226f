import type { Program } from '@fencepost/core';
import type { ReadCheckSettings } from '../options/check-settings.js';
import type { CheckOptions, ProgramCheck, RunningCheck, SearchProgress, Stop } from '@fencepost/check';
import {
  isResumable,
  ProgramTests,
  SEQUENTIAL_RUNS,
  afterTest,
  openModels,
  runningCheck,
  secondsForTests,
  whatFailuresMean,
} from '@fencepost/check';
import type { CheckRequest } from './check-request.js';
import { inFile } from '../errors.js';
import type { LoadedProgram, ReferencedProgram } from '../load/loaded-program.js';
import { ScenarioThreads } from '../explorers/scenario-threads.js';
import { ThreadDispatcher } from '../explorers/thread-dispatcher.js';
import { checkReport } from './check-report.js';
import { changedSince } from './resuming.js';
import type { SavedProgram } from './saved-run.js';
import { watched } from './watching.js';

/** Of the time of a program, what the search may take; the rest is for tests, if the search is given up. */
const PART_FOR_SEARCH = 0.75;

/** Checks programs as a request says. */
export class CheckRun {
  private readonly request: CheckRequest;
  private readonly stop: Stop;
  private readonly watch: (progress: SearchProgress, check: RunningCheck | undefined) => void;
  private readonly tests: boolean;

  /**
   * `watch` is called now and then: with the check, while that is searching. `tests`: where a search is given up without a
   * failure, test actively for a little longer.
   */
  constructor(
    request: CheckRequest,
    stop: Stop,
    watch: (progress: SearchProgress, check: RunningCheck | undefined) => void,
    tests = false,
  ) {
    this.request = request;
    this.stop = stop;
    this.watch = watch;
    this.tests = tests;
  }

  /** `seconds`: how long it may take. `before`: what an earlier run kept of this program. */
  async check(loaded: LoadedProgram, seconds = Infinity, before?: SavedProgram): Promise<SavedProgram> {
    const { source, program, digest } = loaded;
    if (before !== undefined && before.digest !== digest) throw changedSince(source);
    // What was cut off before it was saved begins again.
    if (before?.saved === null && !before.checks.some(isResumable)) return before;
    const { request, tests } = this;
    const started = performance.now();
    const end = started + 1000 * seconds;
    // Somebody who resumes knows how far the check got within its own limits.
    const limits = before === undefined ? (loaded.settings ?? {}) : {};
    const stop = stopWithin(this.stop);
    // Each model has its part of the time that is left.
    let modelEnds = started + (end - started) * (tests && program.scenarios === undefined ? PART_FOR_SEARCH : 1);
    const searchEnds = modelEnds;
    const onModel = (left: number): void => {
      const now = performance.now();
      stop.restart(now >= searchEnds);
      modelEnds = now + (searchEnds - now) / left;
    };
    const options = optionsOf(request, loaded.settings, limits);
    const dispatcher = this.dispatcherFor(loaded, options.maxDepth);
    const helpers = this.helpersFor(loaded);
    const check = await inFile(source, () =>
      runningCheck(program, { ...options, onModel }, stop, before?.saved ?? undefined, dispatcher, helpers),
    );
    const watch = (progress: SearchProgress): void => {
      if (performance.now() >= modelEnds) stop.reason ??= 'time';
      this.watch(progress, check);
    };
    const searching = inFile(source, () => watched(check.run(), stop, Infinity, watch));
    const searched = await searching.finally(() => {
      dispatcher?.close();
      helpers?.close();
    });
    // Before the tests, which may learn more about the program than the search knew.
    const saved = searched.some(isResumable) ? (check.save() ?? null) : null;
    const found = tests
      ? await inFile(source, () => this.test(program, searched, options, { started, end }))
      : searched;
    const notes = program.standard === 'ECMA-262' ? whatFailuresMean(found) : undefined;
    const checks = found.map((each) =>
      checkReport(loaded, request, { ...each, notes: [...each.notes, ...(notes?.[each.model] ?? [])] }),
    );
    return { source, program: program.name, digest, checks, saved };
  }

  /** Who else explores. */
  private dispatcherFor(loaded: LoadedProgram | ReferencedProgram, maxDepth?: number): ThreadDispatcher | undefined {
    const { jobs } = this.request;
    const isOne = loaded.program.scenarios === undefined;
    return jobs > 1 && isOne && 'reference' in loaded
      ? new ThreadDispatcher(loaded.reference, jobs, maxDepth)
      : undefined;
  }

  /** Who else checks scenarios. */
  private helpersFor(loaded: LoadedProgram | ReferencedProgram): ScenarioThreads | undefined {
    const { jobs } = this.request;
    return jobs > 1 && loaded.program.scenarios !== undefined && 'reference' in loaded
      ? new ScenarioThreads(loaded.reference, jobs)
      : undefined;
  }

  /** What tests say about models whose search was given up. */
  private async test(
    program: Program,
    searched: readonly ProgramCheck[],
    { seed, maxDepth }: CheckOptions,
    { started, end }: { readonly started: number; readonly end: number },
  ): Promise<readonly ProgramCheck[]> {
    const models = program.scenarios === undefined ? openModels(searched) : [];
    if (models.length === 0) return searched;
    // That the time for the search is over is no reason to end these.
    const stop = stopAt(this.stop, 'interrupt');
    const sequentialRuns = SEQUENTIAL_RUNS;
    const options = {
      models,
      sequentialRuns,
      ...(seed !== undefined && { seed }),
      ...(maxDepth !== undefined && { maxDepth }),
    };
    const now = performance.now();
    const deadline = Math.min(end, now + 1000 * secondsForTests((now - started) / 1000) * models.length);
    const testing = new ProgramTests(program, options, stop).run(deadline);
    const tests = await watched(testing, stop, Infinity, ({ model, executions }) => {
      this.watch({ model, executions, blocked: 0, estimate: undefined, preemptions: undefined }, undefined);
    });
    return searched.map((check) => {
      const test = tests.find(({ model }) => model === check.model);
      return test === undefined ? check : afterTest(check, test, searched, program);
    });
  }
}

/** Stops when the other does, or earlier; in the latter case it can be restarted while the other runs. */
function stopWithin(outer: Stop): Stop & { readonly restart: (isOver: boolean) => void } {
  let own: Stop['reason'];
  return {
    get reason() {
      return outer.reason ?? own;
    },
    set reason(reason) {
      own = reason;
    },
    restart: (isOver) => {
      if (!isOver) own = undefined;
    },
  };
}

/** Ends when the other does for this reason. */
function stopAt(outer: Stop, reason: NonNullable<Stop['reason']>): Stop {
  return {
    get reason() {
      return outer.reason === reason ? reason : undefined;
    },
  };
}

/** What the command leaves open is as the check says. */
function optionsOf(
  request: CheckRequest,
  settings: ReadCheckSettings = {},
  limits: ReadCheckSettings = {},
): CheckOptions {
  const { method, preemptions } = request;
  const models = request.models ?? settings.models;
  const seed = request.seed ?? settings.seed;
  const maxExecutions = request.maxExecutions ?? limits.maxExecutions;
  const maxDepth = request.maxDepth ?? settings.maxDepth;
  return {
    method,
    all: request.all || settings.all === true,
    races: request.races || settings.races === true,
    first: request.first,
    symmetry: request.symmetry,
    ...(models !== undefined && { models }),
    ...(seed !== undefined && { seed }),
    ...(maxExecutions !== undefined && { maxExecutions }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(preemptions !== undefined && { preemptions }),
  };
}
