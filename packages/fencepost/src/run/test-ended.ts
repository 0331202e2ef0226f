import type { TestProgress } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { TestMethod, TestReport } from '@fencepost/report';
import type { Ended } from '@fencepost/workers';
import { codeEnded } from '../workers/code-ended.js';

/** What was tested when its thread was ended. */
export interface EndedTest {
  readonly source: string;
  readonly program: string;
  readonly model: ModelName;
  readonly method: TestMethod;
  readonly seed: number;
  readonly seconds: number;
}

/** What is known about a test that did not come to its end by itself: what it said last. */
export function endedReport(test: EndedTest, { why, note }: Ended<TestProgress>): TestReport {
  const { phase, executions = 0, predicted = 0, confirmed = 0, harmful = 0 } = note ?? {};
  const where = note === undefined ? 'before the first execution was over' : 'in the middle of an execution';
  return {
    ...test,
    ...{ executions, sequential: phase === 'predicting' ? executions : 0, unfinished: 0 },
    stoppedBy: why === 'stop' ? 'interrupt' : 'time',
    ...{ predicted, confirmed, harmful, cycles: [], failures: [], schedule: null },
    notes: [`it was ended ${where}: a thread may be in a loop without end that accesses no shared memory`],
    replay: [],
  };
}

/** Why a thread ended that nobody ended; undefined if somebody did. `what` it was about: a file, or a program in it. */
export function whyEnded(what: string, { why, error }: Ended<unknown>): FencepostError | undefined {
  switch (why) {
    case 'memory':
      return new FencepostError('TOO_LARGE', `${what}: there is not enough memory`, {
        hint: 'make the program smaller, or use fewer threads at a time: --jobs 1',
      });
    case 'exit':
    case 'error':
    case 'stuck':
      return codeEnded(why, what, error?.message);
    default:
      return undefined;
  }
}
