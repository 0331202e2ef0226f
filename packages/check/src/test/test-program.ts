import type { GivenModel, Program } from '@fencepost/core';
import { FencepostError, LocalStates, beginningAgainInSteps, defaultModels } from '@fencepost/core';
import type { Sampling } from '@fencepost/explore';
import type { TestMethod } from '@fencepost/report';
import { clock } from '../clock.js';
import { notesOnDaemons } from '../check/program-check.js';
import type { Stop } from '../search/searching.js';
import { activeTest } from './active-test.js';
import type { ProgramTest, TestBudget, TestProgress, Testing } from './program-test.js';
import { sampledTest } from './sampled-test.js';
import { sampleSc } from './sequential-sample.js';

export interface TestOptions {
  /** The models' own default unless told otherwise: TSO and PSO. */
  readonly models?: readonly GivenModel[];
  /** `active` unless told otherwise. */
  readonly method?: TestMethod;
  /** With the same seed the same is found, unless it is the time that ends the tests. */
  readonly seed?: number;
  /** With the method `active`: most accesses of a cycle, an even number; 4 unless told otherwise. */
  readonly length?: number;
  /** With the method `active`: executions under SC from which cycles are predicted; 100 unless told otherwise. */
  readonly sequentialRuns?: number;
  /** Follow each thread for so many operations at most. */
  readonly maxDepth?: number;
  /** Executions under each model at most. */
  readonly maxExecutions?: number;
  /** Seconds for all models together: 60 unless told otherwise. */
  readonly maxSeconds?: number;
  /** Called after every execution. */
  readonly onProgress?: (progress: TestProgress) => void;
}

export const DEFAULT_SECONDS = 60;

/** Tests a program: no execution is reported that did not happen, and what did not happen may be possible all the same. */
export function testProgram(program: Program, options: TestOptions = {}): ProgramTest[] {
  const { maxSeconds = DEFAULT_SECONDS, onProgress } = options;
  const testing = new ProgramTests(program, options, { reason: undefined }).run(clock() + 1000 * maxSeconds);
  for (;;) {
    const { done, value } = testing.next();
    if (done === true) return value;
    onProgress?.(value);
  }
}

/** Executions under SC before anything else, and as many from which cycles are predicted: as long as there are enough. */
const SEQUENTIAL_RUNS = 100;
/** Of a small number of executions, this part is for each of these. */
const SEQUENTIAL_PART = 5;

/** The tests of one program, to be watched and stopped. */
export class ProgramTests {
  private readonly program: Program;
  private readonly options: TestOptions;
  private readonly stop: Stop;

  constructor(program: Program, options: TestOptions, stop: Stop) {
    const { length = 4, maxExecutions = 1 } = options;
    if (!Number.isInteger(length) || length < 4 || length % 2 !== 0) {
      throw new FencepostError('USAGE', `a cycle has an even number of accesses, from 4 on, not ${length}`);
    }
    if (!(maxExecutions >= 1)) throw new FencepostError('USAGE', 'there must be at least one execution');
    this.program = program;
    this.options = options;
    this.stop = stop;
  }

  /** Begins again whenever the front end has learned something that it must know from the beginning. */
  *run(deadline: number): Testing<ProgramTest[]> {
    return yield* beginningAgainInSteps(() => this.attempt(deadline), this.program);
  }

  /** Each model has its part of the time that is left. After an interrupt no other is begun. */
  private *attempt(deadline: number): Testing<ProgramTest[]> {
    const { models = defaultModels('test') } = this.options;
    const { program, stop } = this;
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
      tests.push({ ...test, seconds, notes: notesOf(states) });
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

/** What the front end has to say, and where executions were cut off. */
function notesOf(states: LocalStates): string[] {
  const limits = states.limits().map(({ what, bound, advice }) => `${what}: only ${bound} (${advice})`);
  return [...(states.program.notes?.() ?? []), ...notesOnDaemons(states), ...limits];
}
