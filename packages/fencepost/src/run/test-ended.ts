import type { TestProgress } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import type { TestMethod, TestReport } from '@fencepost/report';

/** A test whose thread was ended. */
export interface EndedTest {
  readonly source: string;
  readonly program: string;
  readonly model: ModelName;
  readonly method: TestMethod;
  readonly seed: number;
  readonly seconds: number;
}

/** Reports a test that did not end by itself, from its last progress report. */
export function endedReport(
  test: EndedTest,
  stoppedBy: 'time' | 'memory' | 'interrupt',
  progress: TestProgress | undefined,
): TestReport {
  const { phase, executions = 0, predicted = 0, confirmed = 0, harmful = 0 } = progress ?? {};
  const where = progress === undefined ? 'before the first execution ended' : 'in the middle of an execution';
  const reason =
    stoppedBy === 'memory'
      ? 'the process exceeded its memory limit; raise --max-memory, or use fewer threads: --jobs 1'
      : 'an execution takes longer than the time was; raise --max-time, or let threads do less. If neither helps, a thread may be in an endless loop without shared accesses';
  return {
    ...test,
    ...{ executions, sequential: phase === 'predicting' || phase === 'under SC' ? executions : 0, unfinished: 0 },
    stoppedBy,
    ...{ predicted, confirmed, harmful, cycles: [], failures: [], schedule: null },
    notes: [`it was ended ${where}: ${reason}`],
    replay: [],
  };
}
