import type { MonitoredLitmus } from '@fencepost/litmus';
import { errorFrom } from '../../workers/plain-error.js';
import { INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import { incompleteJson, incompleteLines, monitorLineFormatter, monitorSummary } from './litmus-report.js';
import type { MonitorRequest } from './litmus-request.js';
import type { LitmusRun } from './litmus-run.js';
import { Progress } from '../terminal/progress.js';
import { jsonReport } from '../terminal/json-report.js';

/** `fencepost litmus --method monitor`. */
export async function monitorTests(
  run: LitmusRun,
  names: readonly string[],
  { models, format }: MonitorRequest,
  io: Io,
): Promise<number> {
  const progress = new Progress(io, names.length * models.length);
  const writer = new LineWriter(io, () => progress.clear());
  const formatLine = monitorLineFormatter(names, models);
  const notRobust = new Map(models.map((model) => [model, 0]));
  const checks: MonitoredLitmus[] = [];
  let tests = 0;
  let done = 0;
  try {
    for await (const { monitored, errors } of run.answers(() => ({ kind: 'monitor', models }))) {
      for (const check of monitored.flat()) {
        if (!check.robust) notRobust.set(check.model, notRobust.get(check.model)! + 1);
        if (format === 'json') checks.push(check);
        else await writer.line(formatLine(check));
        progress.update(++done);
      }
      tests += monitored.length;
      if (errors.length > 0) throw errorFrom(errors[0]!);
    }
  } finally {
    progress.clear();
  }
  if (format === 'json') await writer.line(jsonReport(checks, incompleteJson(run)));
  else {
    if (run.files.length > 1) await writer.line(monitorSummary(notRobust, tests));
    for (const line of incompleteLines(run)) await writer.line(line);
  }
  await writer.flush();
  return run.stoppedBy === undefined ? OK : INCONCLUSIVE;
}
