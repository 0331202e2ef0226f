import { modelTitle } from '@fencepost/core';
import type { Outcome, Runner, Skipped } from '@fencepost/workers';
import { DEADLINE_GRACE_MS, InProcess, Pool, defaultMemory } from '@fencepost/workers';
import { usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK, exitCodeOfSignal } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { CheckRequest } from '../../run/check-request.js';
import { whyNotLoaded } from '../../supervise/ending.js';
import { workerFor } from '../../workers/built.js';
import { errorFrom } from '../../workers/plain-error.js';
import type { Io, StopSignal } from '../terminal/io.js';
import type { ScenarioOptions } from './options.js';
import type { ScenarioAnswer, ScenarioTask } from './scenario-tasks.js';
import { scenarioHandler } from './scenario-tasks.js';

/** The request of `fencepost scenario`. */
interface ScenarioRequest extends CheckRequest {
  readonly scenario: ScenarioOptions;
}

/** `fencepost scenario`. */
export async function scenarioCommand({ given, values }: Asked<ScenarioRequest>, io: Io): Promise<number> {
  const { positionals } = given;
  const { load, search, limits } = values;
  const { program: name } = values.scenario;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1 || name === undefined) {
    throw usageError(
      'scenario takes a file and the name of a scenario',
      "fencepost scenario ring.c --program 'ring: push(1) | pop()'",
    );
  }
  return runTask({ file, name, load, search, seconds: limits.maxTime }, io);
}

/** Runs the task in its own thread, because it runs user code, which may not terminate. */
async function runTask(task: ScenarioTask, io: Io): Promise<number> {
  // If it cannot be interrupted, it runs in this thread.
  const runner: Runner<ScenarioTask, ScenarioAnswer, string> =
    io.onInterrupt === undefined
      ? new InProcess(scenarioHandler())
      : new Pool(workerFor('scenario'), 1, { megabytes: defaultMemory() });
  let interruptedBy: StopSignal | undefined;
  const ignoreInterrupts = io.onInterrupt?.((signal = 'SIGINT') => {
    interruptedBy = signal;
    runner.stop();
  });
  const began = io.started ?? performance.now();
  const deadline = began + 1000 * (task.seconds ?? Infinity) + DEADLINE_GRACE_MS;
  let written: Promise<void> | undefined;
  try {
    const outcomes = runner.run(
      1,
      () => ({ task, deadline }),
      (_, text) => {
        written = io.out(text);
      },
    );
    for await (const outcome of outcomes) {
      await written;
      if (interruptedBy !== undefined) return exitCodeOfSignal(interruptedBy);
      return told(outcome, task, written !== undefined, io);
    }
    return INCONCLUSIVE;
  } finally {
    ignoreInterrupts?.();
    runner.close();
  }
}

/** Reports the outcome and returns the exit code. */
function told(
  outcome: Outcome<ScenarioAnswer, string> | Skipped,
  task: ScenarioTask,
  isWritten: boolean,
  io: Io,
): number {
  if (outcome.kind === 'done') {
    const { result } = outcome;
    if (result.kind === 'failed') throw errorFrom(result.error);
    if (result.kind === 'seen') return OK;
    const title = modelTitle(result.model);
    io.err(
      result.kind === 'unseen'
        ? `fencepost: under ${title} the scenario fails only because of the order of calls in different threads, which the test cannot observe: use replay to see it\n`
        : `fencepost: ${title}: ${UNDECIDED}\n`,
    );
    return result.kind === 'unseen' ? FOUND : INCONCLUSIVE;
  }
  if (outcome.kind !== 'timeout' && outcome.kind !== 'interrupted' && outcome.kind !== 'skipped') {
    throw whyNotLoaded(outcome, task.file, task.seconds);
  }
  io.err(`fencepost: ${isWritten ? UNDECIDED : 'time limit reached before the results of the calls were known'}\n`);
  return INCONCLUSIVE;
}

const UNDECIDED = 'time limit reached before the test failed or passed';
