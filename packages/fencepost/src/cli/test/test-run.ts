import type { TestProgress } from '@fencepost/check';
import { DEFAULT_SECONDS } from '@fencepost/check';
import type { FencepostError, ModelName } from '@fencepost/core';
import type { TestReport } from '@fencepost/report';
import type { Outcome, Runner, Skipped } from '@fencepost/workers';
import { DEADLINE_GRACE_MS, InProcess, Pool, defaultMemory } from '@fencepost/workers';
import { endedReport } from '../../run/test-ended.js';
import type { FoundProgram, TestAnswer, TestTask } from '../../run/test-tasks.js';
import { testHandler } from '../../run/test-tasks.js';
import { codeEnded, stoppedBy, whyNotLoaded } from '../../supervise/ending.js';
import { workerFor } from '../../workers/built.js';
import { codedErrorFrom } from '../../workers/plain-error.js';
import type { Io, StopSignal } from '../terminal/io.js';
import type { TestRequest } from './test-request.js';

/** A program to test under a model. */
export interface Pair {
  readonly source: string;
  /** Index of the program in its file. */
  readonly index: number;
  readonly program: FoundProgram;
  readonly model: ModelName;
  /** The seed to test with, if a range of seeds was given. */
  readonly seed?: number;
  /** Returns false if the test need not start any more. */
  readonly isNeeded?: () => boolean;
}

/** The report of a test, or the error that prevented it; neither if it was interrupted before it began. */
export interface Tested {
  readonly test?: TestReport | undefined;
  readonly error?: FencepostError;
}

export type OnTestProgress = (program: string, began: number, progress: TestProgress) => void;

/** The tests of a command: programs and models in parallel, each in a separate thread, so that it can be terminated. */
export class TestRun {
  private readonly request: TestRequest;
  private readonly runner: Runner<TestTask, TestAnswer, TestProgress>;
  private readonly deadline: number;
  private readonly stopWatching: (() => void)[] = [];
  /** The signal that interrupted the run. */
  interruptedBy: StopSignal | undefined;

  constructor(request: TestRequest, io: Io) {
    this.request = request;
    this.deadline = (io.started ?? performance.now()) + 1000 * maxTimeOf(request);
    // If it cannot be interrupted and nothing runs in parallel, the tests run in this thread.
    const { jobs, maxMemory } = request.limits;
    if (jobs === 1 && io.onInterrupt === undefined) this.runner = new InProcess(testHandler());
    else this.runner = new Pool(workerFor('test'), jobs, { megabytes: maxMemory ?? defaultMemory() });
    const ignoreInterrupts = io.onInterrupt?.((signal = 'SIGINT') => {
      this.interruptedBy = signal;
      this.runner.stop();
    });
    if (ignoreInterrupts !== undefined) this.stopWatching.push(ignoreInterrupts);
  }

  /** Yields the programs of each file, or its error; undefined if it was interrupted. */
  async *load(): AsyncGenerator<readonly FoundProgram[] | FencepostError | undefined, void, void> {
    const { files } = this.request.run;
    let i = 0;
    const outcomes = this.runner.run(files.length, (index) => ({
      task: this.task(files[index]!, undefined),
      deadline: this.deadline,
    }));
    for await (const outcome of outcomes) {
      const file = files[i++]!;
      if (outcome.kind === 'done') {
        const { error, programs } = outcome.result;
        yield error === undefined ? programs : codedErrorFrom(error);
      } else if (outcome.kind === 'skipped' || outcome.kind === 'interrupted') yield undefined;
      else yield whyNotLoaded(outcome, file, maxTimeOf(this.request));
    }
  }

  /** Yields the result of each test, in order. */
  async *tests(pairs: readonly Pair[], onProgress: OnTestProgress): AsyncGenerator<Tested, void, void> {
    const { tests, load, limits } = this.request;
    const { method, length } = tests;
    const { jobs, maxExecutions } = limits;
    const { seed } = load;
    const choices = {
      method,
      ...(seed !== undefined && { seed }),
      ...(length !== undefined && { length }),
      ...(maxExecutions !== undefined && { maxExecutions }),
    };
    const began: number[] = [];
    let waiting = pairs.length;
    const begin = (i: number): { task: TestTask; deadline: number } | undefined => {
      const now = performance.now();
      began[i] = now;
      const { source, index: program, model, seed: own, isNeeded } = pairs[i]!;
      const left = Math.max(0, this.deadline - now);
      if (isNeeded?.() === false || (own !== undefined && left === 0)) return undefined;
      // Divides the remaining time evenly over the remaining rounds. With several seeds, though, testing fewer seeds is
      // better than testing each of them for a moment.
      const milliseconds = own === undefined ? left / Math.ceil(waiting-- / jobs) : left;
      const chosen = own === undefined ? choices : { ...choices, seed: own };
      const task = this.task(source, { program, model, choices: chosen, seconds: milliseconds / 1000 });
      return { task, deadline: now + milliseconds + DEADLINE_GRACE_MS };
    };
    const outcomes = this.runner.run(pairs.length, begin, (i, progress) =>
      onProgress(pairs[i]!.program.name, began[i]!, progress),
    );
    let i = 0;
    for await (const outcome of outcomes) {
      yield this.report(pairs[i]!, began[i]!, outcome);
      i++;
    }
  }

  close(): void {
    for (const stop of this.stopWatching) stop();
    this.runner.close();
  }

  private task(file: string, test: TestTask['test']): TestTask {
    const { load: loadOptions, run } = this.request;
    const { config, noConfig } = run;
    return { file, loadOptions, config: { file: config, none: noConfig }, test };
  }

  private report(pair: Pair, began: number, outcome: Outcome<TestAnswer, TestProgress> | Skipped): Tested {
    if (outcome.kind === 'skipped') return {};
    if (outcome.kind === 'done') {
      const { error, tests } = outcome.result;
      return error === undefined ? { test: tests[0] } : { error: codedErrorFrom(error) };
    }
    const { source, program, model } = pair;
    const by = stoppedBy(outcome);
    if (by === undefined) return { error: codeEnded(outcome, `${source}: ${program.name}`) };
    const seconds = (performance.now() - began) / 1000;
    const seed = pair.seed ?? this.request.load.seed ?? program.seed ?? 1;
    const test = { source, program: program.name, model, method: this.request.tests.method, seed, seconds };
    return { test: endedReport(test, by, outcome.progress) };
  }
}

/** Returns the time limit in seconds, for all programs and models together. */
function maxTimeOf({ limits }: TestRequest): number {
  return limits.maxTime ?? DEFAULT_SECONDS;
}
