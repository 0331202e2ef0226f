import type { Program } from '@fencepost/core';
import type { ReadCheckSettings } from '../options/check-settings.js';
import type { CheckReport } from '@fencepost/report';
import type { CheckOptions, ProgramCheck, SearchProgress, Stop } from '@fencepost/check';
import {
  Check,
  canGoOn,
  ProgramTests,
  SEQUENTIAL_RUNS,
  afterTest,
  openModels,
  secondsForTests,
} from '@fencepost/check';
import type { CheckRequest } from './check-request.js';
import { whatFailuresMean } from './check-notes.js';
import { inFile } from '../errors.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import { ThreadDispatcher } from '../explorers/thread-dispatcher.js';
import { replayOptions } from './replay-options.js';
import { changedSince } from './resuming.js';
import type { SavedProgram } from './saved-run.js';
import { watched } from './watching.js';

/** The checks of a run, one program after the other. */
export class CheckRun {
  private readonly request: CheckRequest;
  private readonly stop: Stop;
  private readonly deadline: number;
  private readonly watch: (progress: SearchProgress) => void;
  private readonly tests: boolean;
  /** What to keep if the run is to go on some other time. */
  readonly programs: SavedProgram[] = [];

  /** `tests`: where a search is given up without a failure, test actively for a little longer. */
  constructor(request: CheckRequest, stop: Stop, watch: (progress: SearchProgress) => void, tests = false) {
    this.request = request;
    this.stop = stop;
    this.deadline = performance.now() + 1000 * (request.maxTime ?? Infinity);
    this.watch = watch;
    this.tests = tests;
  }

  /** `before`: what an earlier run kept of this program. */
  async check(loaded: LoadedProgram, before?: SavedProgram): Promise<readonly CheckReport[]> {
    const { source, program, digest } = loaded;
    if (before !== undefined && before.digest !== digest) throw changedSince(source);
    if (before?.saved === null) {
      this.programs.push(before);
      return before.checks;
    }
    const { request } = this;
    const begun = before?.saved;
    // Who asks to go on has seen how far the check's own limits led.
    const limits = before === undefined ? (loaded.settings ?? {}) : {};
    const { stop, deadline } = this.timeFor(limits);
    const options = optionsOf(request, loaded.settings, limits);
    const dispatcher = this.dispatcherFor(loaded, options);
    const check = await inFile(source, () => new Check(program, options, stop, begun, dispatcher));
    const started = performance.now();
    const searched = await inFile(source, () => watched(check.run(), stop, deadline, this.watch)).finally(() =>
      dispatcher?.close(),
    );
    // Before the tests, which may learn more about the program than the search knew.
    const saved = searched.some(canGoOn) ? (check.save() ?? null) : null;
    const seconds = (performance.now() - started) / 1000;
    const found = this.tests ? await inFile(source, () => this.test(program, searched, options, seconds)) : searched;
    const notes = loaded.settings === undefined ? undefined : whatFailuresMean(found);
    const checks = found.map((each) =>
      this.report(loaded, { ...each, notes: [...each.notes, ...(notes?.[each.model] ?? [])] }),
    );
    this.programs.push({ source, program: program.name, digest, checks, saved });
    return checks;
  }

  /** Who else explores. */
  private dispatcherFor({ reference }: LoadedProgram, { maxDepth }: CheckOptions): ThreadDispatcher | undefined {
    const { jobs } = this.request;
    if (jobs === 1 || reference === undefined) return undefined;
    return new ThreadDispatcher(reference, jobs, maxDepth);
  }

  /** What tests say about models whose search was given up. */
  private async test(
    program: Program,
    searched: readonly ProgramCheck[],
    { seed, maxDepth }: CheckOptions,
    seconds: number,
  ): Promise<readonly ProgramCheck[]> {
    const models = openModels(searched);
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
    const deadline = performance.now() + 1000 * secondsForTests(seconds) * models.length;
    const testing = new ProgramTests(program, options, stop).run(deadline);
    const tests = await watched(testing, stop, Infinity, ({ model, executions }) => {
      this.watch({ model, executions, blocked: 0, estimate: undefined, preemptions: undefined });
    });
    return searched.map((check) => {
      const test = tests.find(({ model }) => model === check.model);
      return test === undefined ? check : afterTest(check, test, searched, program);
    });
  }

  /** There is more to explore, and it is known where to go on. */
  get canGoOn(): boolean {
    return this.programs.some(({ saved }) => saved !== null);
  }

  /** A check may have less time than the run; the run's time wins. */
  private timeFor({ maxTime }: ReadCheckSettings): { readonly stop: Stop; readonly deadline: number } {
    const { stop, deadline } = this;
    if (maxTime === undefined || this.request.maxTime !== undefined) return { stop, deadline };
    return { stop: stopWithin(stop), deadline: performance.now() + 1000 * maxTime };
  }

  private report(loaded: LoadedProgram, check: ProgramCheck): CheckReport {
    const { source, program, settings } = loaded;
    const replay = replayOptions(loaded, this.request, check.model);
    return {
      ...{ source, program: program.name, ...check, replay },
      ...(settings?.allowRelaxed === true && { allowsRelaxed: true }),
    };
  }
}

/** Ends when the other does, or earlier. */
function stopWithin(outer: Stop): Stop {
  let own: Stop['reason'];
  return {
    get reason() {
      return outer.reason ?? own;
    },
    set reason(reason) {
      own = reason;
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
    ...(models !== undefined && { models }),
    ...(seed !== undefined && { seed }),
    ...(maxExecutions !== undefined && { maxExecutions }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(preemptions !== undefined && { preemptions }),
  };
}
