import type { ModelName, Program } from '@fencepost/core';
import { clock } from '../clock.js';
import type { Dispatcher } from '../search/dispatcher.js';
import type { Searching, Stop } from '../search/searching.js';
import { SEQUENTIAL_RUNS, afterTest, openModels, secondsForTests } from './after-search.js';
import { ProgramTests } from './test-program.js';
import type { CheckOptions, RunningCheck, SavedCheck } from '../check/check-program.js';
import type { ProgramCheck } from '../check/program-check.js';
import { runningCheck } from '../check/running-check.js';
import type { ScenarioHelpers } from '../check/scenario-helpers.js';

/** Fraction of a program's time for the search. The rest is for tests, if the search is abandoned. */
const PART_FOR_SEARCH = 0.75;

/** Minimum remaining time to resume a search, in milliseconds. */
const WORTHWHILE_MILLISECONDS = 50;

/** Time and helpers of a check. */
export interface CheckTime {
  /** Default: no limit. */
  readonly seconds?: number;
  /** Whether to run tests for a little longer if the search is abandoned without a failure. */
  readonly tests: boolean;
  readonly saved?: SavedCheck | undefined;
  readonly dispatcher?: Dispatcher | undefined;
  readonly helpers?: ScenarioHelpers | undefined;
}

/**
 * The check of a program within a time limit. Each model has its share of the time, plus the time that others left.
 * If a search is abandoned, tests follow.
 */
export class TimedCheck {
  readonly check: RunningCheck;
  private readonly started = clock();
  private readonly end: number;
  private readonly ownStop: ReturnType<typeof stopWithin>;
  private modelEnds: number;

  constructor(
    private readonly program: Program,
    private readonly options: CheckOptions,
    private readonly stop: Stop,
    { seconds = Infinity, tests, saved, dispatcher, helpers }: CheckTime,
  ) {
    const { started } = this;
    this.end = started + 1000 * seconds;
    this.ownStop = stopWithin(stop);
    const searchEnds = started + 1000 * seconds * (tests && program.scenarios === undefined ? PART_FOR_SEARCH : 1);
    this.modelEnds = searchEnds;
    const onModel = (left: number): void => {
      const now = clock();
      this.ownStop.restart(now >= searchEnds);
      this.modelEnds = now + (searchEnds - now) / left;
    };
    const onAgain = (left: number): boolean => {
      const isTime = clock() < searchEnds - WORTHWHILE_MILLISECONDS;
      if (isTime) onModel(left);
      return isTime && this.ownStop.reason === undefined;
    };
    this.check = runningCheck(program, { ...options, onModel, onAgain }, this.ownStop, saved, dispatcher, helpers);
  }

  *search(): Searching<ProgramCheck[]> {
    const searching = this.check.run();
    let step = searching.next();
    for (; step.done !== true; step = searching.next()) {
      if (clock() >= this.modelEnds) this.ownStop.reason ??= 'time';
      yield step.value;
    }
    return step.value;
  }

  /** Whether the search under the current model has been stopped. */
  get isStopped(): boolean {
    return this.ownStop.reason !== undefined;
  }

  /** Returns the models to test after this search. */
  tested(searched: readonly ProgramCheck[]): readonly ModelName[] {
    return this.program.scenarios === undefined ? openModels(searched) : [];
  }

  /** Tests the models whose search was abandoned, and combines the results. */
  *test(searched: readonly ProgramCheck[]): Searching<readonly ProgramCheck[]> {
    const { program, started, end } = this;
    const models = this.tested(searched);
    if (models.length === 0) return searched;
    const { seed, maxDepth } = this.options;
    const options = {
      ...{ models, sequentialRuns: SEQUENTIAL_RUNS },
      ...(seed !== undefined && { seed }),
      ...(maxDepth !== undefined && { maxDepth }),
    };
    const now = clock();
    const deadline = Math.min(end, now + 1000 * secondsForTests((now - started) / 1000) * models.length);
    // These continue although the time for the search is over.
    const testing = new ProgramTests(program, options, stopAt(this.stop, 'interrupt')).run(deadline);
    let step = testing.next();
    for (; step.done !== true; step = testing.next()) {
      const { model, executions } = step.value;
      yield { model, executions, blocked: 0, estimate: undefined, preemptions: undefined };
    }
    const tests = step.value;
    return searched.map((check) => {
      const test = tests.find(({ model }) => model === check.model);
      return test === undefined ? check : afterTest(check, test, searched, program);
    });
  }
}

/** Returns a stop that is set when `outer` is, or earlier. In the latter case it can be reset while the other runs. */
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

/** Returns a stop that is set when `outer` is set for this reason. */
function stopAt(outer: Stop, reason: NonNullable<Stop['reason']>): Stop {
  return {
    get reason() {
      return outer.reason === reason ? reason : undefined;
    },
  };
}
