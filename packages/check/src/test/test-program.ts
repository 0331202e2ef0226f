import type { GivenModel, Program } from '@fencepost/core';
import {
  FencepostError,
  LocalStates,
  defaultModels,
  isTested,
  modelNames,
  modelNamesOf,
  withRestartsInSteps,
} from '@fencepost/core';
import type { Sampling } from '@fencepost/explore';
import type { TestMethod } from '@fencepost/report';
import { clock } from '../clock.js';
import { limitText } from '../check/coverage.js';
import { notesOnDaemons } from '../check/program-check.js';
import type { Stop } from '../search/searching.js';
import { activeTest } from './active-test.js';
import type { ProgramTest, TestBudget, TestProgress, Testing } from './program-test.js';
import { sampledTest } from './sampled-test.js';
import { sampleSc } from './sequential-sample.js';
import { DEFAULT_SECONDS } from '../methods.js';

export interface TestOptions {
  /** Default: the models' own default, TSO and PSO. */
  readonly models?: readonly GivenModel[];
  /** Default: `active`. */
  readonly method?: TestMethod;
  /** The same seed gives the same results, unless time ends the tests. */
  readonly seed?: number;
  /** With the method `active`: maximum number of accesses of a cycle, an even number. Default: 4. */
  readonly length?: number;
  /** With the method `active`: number of executions under SC from which cycles are predicted. Default: 100. */
  readonly sequentialRuns?: number;
  /** Follow each thread for at most this many operations. */
  readonly maxDepth?: number;
  /** Maximum number of executions under each model. */
  readonly maxExecutions?: number;
  /** Seconds for all models together. Default: 60. */
  readonly maxSeconds?: number;
  /** Called after every execution. */
  readonly onProgress?: (progress: TestProgress) => void;
}

/** Tests a program. Every reported execution has happened. Other executions may still be possible. */
export function testProgram(program: Program, options: TestOptions = {}): ProgramTest[] {
  const { maxSeconds = DEFAULT_SECONDS, onProgress } = options;
  const testing = new ProgramTests(program, options, { reason: undefined }).run(clock() + 1000 * maxSeconds);
  for (;;) {
    const { done, value } = testing.next();
    if (done === true) return value;
    onProgress?.(value);
  }
}

/** Number of initial executions under SC, and of executions from which cycles are predicted, if the budget allows. */
const SEQUENTIAL_RUNS = 100;
/** If the budget is small, each of these gets this fraction of it. */
const SEQUENTIAL_PART = 5;

/** The tests of one program, which can be observed and stopped. */
export class ProgramTests {
  private readonly program: Program;
  private readonly options: TestOptions;
  private readonly stop: Stop;

  constructor(program: Program, options: TestOptions, stop: Stop) {
    const { length = 4, maxExecutions = 1 } = options;
    if (!Number.isInteger(length) || length < 4 || length % 2 !== 0) {
      throw new FencepostError('USAGE', `a cycle has an even number of accesses, at least 4, not ${length}`);
    }
    if (!(maxExecutions >= 1)) throw new FencepostError('USAGE', 'there must be at least one execution');
    this.program = program;
    this.options = options;
    this.stop = stop;
  }

  /** Runs the tests. Restarts whenever the front end has learned something that it needs from the start. */
  *run(deadline: number): Testing<ProgramTest[]> {
    return yield* withRestartsInSteps(() => this.attempt(deadline), this.program);
  }

  /** Runs each model for its share of the remaining time. After an interrupt no further model is started. */
  private *attempt(deadline: number): Testing<ProgramTest[]> {
    const { models: given = defaultModels('test') } = this.options;
    const models = modelNamesOf(given, () => modelNames(isTested));
    const { program, stop } = this;
    program.blocks?.allow(false);
    const states = new LocalStates(program, undefined, this.options.maxDepth);
    const tests: ProgramTest[] = [];
    let sample: Sampling | undefined;
    for (const [i, model] of models.entries()) {
      if (stop.reason !== undefined) break;
      const now = clock();
      const budget = this.budget(now + (deadline - now) / (models.length - i));
      const { method = 'active', seed = 1, length } = this.options;
      let test: ProgramTest;
      if (method === 'active') {
        const runs = this.sequentialRuns(budget);
        sample ??= yield* sampleSc(states, model, { seed, runs, budget });
        test = yield* activeTest(states, model, sample, { seed, length, sequentialRuns: runs, budget });
      } else test = yield* sampledTest(states, model, { method, seed, budget });
      const seconds = (clock() - now) / 1000;
      tests.push({ ...test, seconds, notes: [...test.notes, ...notesOf(states)] });
    }
    return tests;
  }

  private sequentialRuns({ executions }: TestBudget): number {
    return Math.min(this.options.sequentialRuns ?? SEQUENTIAL_RUNS, Math.ceil(executions / SEQUENTIAL_PART));
  }

  private budget(deadline: number): TestBudget {
    return { executions: this.options.maxExecutions ?? Infinity, deadline, stop: this.stop };
  }
}

/** Returns the notes of the front end, and the bounds that were hit. */
function notesOf(states: LocalStates): string[] {
  const limits = states.limits().map(limitText);
  return [...(states.program.notes?.() ?? []), ...notesOnDaemons(states), ...limits];
}
