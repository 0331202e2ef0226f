import { LocalStates } from '@fencepost/core';
import type { MonitoredLitmus } from '@fencepost/check';
import { monitorLitmus } from '@fencepost/check';
import { OK } from '../../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import type { LoadedTest } from '../../load/litmus-files.js';
import { monitorLineFormatter, monitorSummary } from './litmus-report.js';
import type { MonitorRequest } from './litmus-request.js';
import { Progress } from '../terminal/progress.js';
import { jsonReport } from '../terminal/json-report.js';

/** `fencepost litmus --method monitor`. */
export async function monitorTests(
  tests: readonly LoadedTest[],
  { models, format }: MonitorRequest,
  io: Io,
): Promise<number> {
  const progress = new Progress(io, tests.length * models.length);
  const writer = new LineWriter(io, () => progress.clear());
  const formatLine = monitorLineFormatter(
    tests.map(({ test }) => test.name),
    models,
  );
  const notRobust = new Map(models.map((model) => [model, 0]));
  const checks: MonitoredLitmus[] = [];
  let done = 0;
  try {
    for (const { test, program } of tests) {
      for (const check of monitorLitmus(test, new LocalStates(program), models)) {
        if (!check.robust) notRobust.set(check.model, notRobust.get(check.model)! + 1);
        if (format === 'json') checks.push(check);
        else await writer.line(formatLine(check));
        progress.update(++done);
      }
    }
  } finally {
    progress.clear();
  }
  if (format === 'json') await writer.line(jsonReport(checks));
  else if (tests.length > 1) await writer.line(monitorSummary(notRobust, tests.length));
  await writer.flush();
  return OK;
}
