import type { FencepostError, ModelName } from '@fencepost/core';
import type { Outcome, Runner, Skipped } from '@fencepost/workers';
import { InProcess, Pool, later } from '@fencepost/workers';
import type { InputFile } from '../../files/files.js';
import { stoppedBy } from '../../supervise/ending.js';
import { workerFor } from '../../workers/built.js';
import { codedErrorFrom } from '../../workers/plain-error.js';
import type { Io } from '../terminal/io.js';
import type { LitmusAnswer, LitmusTask, LitmusWork } from './litmus-tasks.js';
import { litmusHandler } from './litmus-tasks.js';

/** The reason that some tests were not run. */
export type StoppedBy = 'time' | 'interrupt' | 'memory';

/** Limits for batches: short tests share a task, but enough batches remain to keep all threads busy until the end. */
const MOST_IN_BATCH = 32;
const BATCHES_PER_JOB = 16;

/** All tests of a command, in their order. */
export interface LoadedTests {
  readonly names: readonly string[];
  /** The models that each test is explored under. */
  readonly models: readonly (readonly ModelName[])[];
  readonly errors: readonly FencepostError[];
}

/** The tests of a command, run in parallel in batches. */
export class LitmusRun {
  private readonly runner: Runner<LitmusTask, LitmusAnswer>;
  private readonly batches: readonly (readonly InputFile[])[];
  private readonly stopWatching: (() => void)[] = [];
  private stopReason: StoppedBy | undefined;
  readonly files: readonly InputFile[];
  /** Tests that were not run, or not to their end. */
  readonly notRun: string[] = [];

  constructor(files: readonly InputFile[], jobs: number, maxTime: number | undefined, io: Io) {
    this.files = files;
    const size = Math.min(MOST_IN_BATCH, Math.ceil(files.length / (jobs * BATCHES_PER_JOB)));
    this.batches = Array.from({ length: Math.ceil(files.length / size) }, (_, i) =>
      files.slice(i * size, (i + 1) * size),
    );
    // If nothing can interrupt it and nothing runs in parallel, a thread would only add its startup time.
    const isAlone = files.length === 1 || (jobs === 1 && io.onInterrupt === undefined);
    if (isAlone && maxTime === undefined) this.runner = new InProcess(litmusHandler());
    else {
      this.runner = new Pool(workerFor('litmus'), Math.min(jobs, this.batches.length));
      const stopBy = (reason: StoppedBy) => () => {
        this.stopReason ??= reason;
        this.runner.stop();
      };
      const spent = io.started === undefined ? 0 : performance.now() - io.started;
      if (maxTime !== undefined) this.stopWatching.push(later(1000 * maxTime - spent, stopBy('time')));
      const ignoreInterrupts = io.onInterrupt?.(stopBy('interrupt'));
      if (ignoreInterrupts !== undefined) this.stopWatching.push(ignoreInterrupts);
    }
  }

  /** Loads all tests and collects their errors. Returns fewer tests if it is stopped. */
  async load(models: readonly ModelName[] | undefined, explorer: string): Promise<LoadedTests> {
    const names: string[] = [];
    const modelsOfTests: (readonly ModelName[])[] = [];
    const errors: FencepostError[] = [];
    for await (const outcome of this.run(this.batches, () => ({ kind: 'load', models, explorer }))) {
      if (outcome.kind !== 'done') continue;
      names.push(...outcome.result.names);
      modelsOfTests.push(...outcome.result.models);
      errors.push(...outcome.result.errors.map(codedErrorFrom));
    }
    return { names, models: modelsOfTests, errors };
  }

  /** Yields the answer of each batch, in order. */
  async *answers(work: (inputs: readonly InputFile[]) => LitmusWork): AsyncGenerator<LitmusAnswer, void, void> {
    let batch = 0;
    for await (const outcome of this.run(this.batches, work)) {
      const inputs = this.batches[batch++]!;
      if (outcome.kind !== 'out-of-memory' || inputs.length === 1) {
        yield this.answerOf(outcome, inputs);
        continue;
      }
      // One test needs too much memory. The batch is run again with each test on its own.
      const each = inputs.map((input) => [input]);
      let which = 0;
      for await (const single of this.run(each, work)) yield this.answerOf(single, each[which++]!);
    }
  }

  /** Undefined: all tests were run. */
  get stoppedBy(): StoppedBy | undefined {
    return this.notRun.length === 0 ? undefined : (this.stopReason ?? 'memory');
  }

  close(): void {
    for (const stop of this.stopWatching) stop();
    this.runner.close();
  }

  private run(
    batches: readonly (readonly InputFile[])[],
    work: (inputs: readonly InputFile[]) => LitmusWork,
  ): AsyncGenerator<Outcome<LitmusAnswer> | Skipped, void, void> {
    return this.runner.run(batches.length, (i) => ({ task: { inputs: batches[i]!, work: work(batches[i]!) } }));
  }

  private answerOf(outcome: Outcome<LitmusAnswer> | Skipped, inputs: readonly InputFile[]): LitmusAnswer {
    if (outcome.kind !== 'done' && outcome.kind !== 'skipped' && stoppedBy(outcome) === undefined) {
      throw outcome.error ?? new Error('the thread that ran litmus tests ended unexpectedly');
    }
    const answer =
      outcome.kind === 'done' ? outcome.result : { names: [], models: [], explored: [], monitored: [], errors: [] };
    const { explored, monitored, errors } = answer;
    if (errors.length === 0) {
      this.notRun.push(...inputs.slice(explored.length + monitored.length).map(({ path }) => path));
    }
    return answer;
  }
}
