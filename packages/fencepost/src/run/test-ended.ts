import type { TestProgress } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import type { FencepostError } from '@fencepost/core';
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
  const reason =
    why === 'memory'
      ? 'the process used more memory than it may; raise --max-memory, or use fewer threads at a time: --jobs 1'
      : 'a thread may be in a loop without end that accesses no shared memory';
  return {
    ...test,
    ...{ executions, sequential: phase === 'predicting' ? executions : 0, unfinished: 0 },
    stoppedBy: why === 'stop' ? 'interrupt' : why === 'memory' ? 'memory' : 'time',
    ...{ predicted, confirmed, harmful, cycles: [], failures: [], schedule: null },
    notes: [`it was ended ${where}: ${reason}`],
    replay: [],
  };
}

/** Why a thread ended by itself; undefined if it was ended. `what`: its task. */
export function whyEnded(what: string, { why, error }: Ended<unknown>): FencepostError | undefined {
  const isOwnEnd = why === 'exit' || why === 'error' || why === 'stuck';
  return isOwnEnd ? codeEnded(why, what, error?.message) : undefined;
}
