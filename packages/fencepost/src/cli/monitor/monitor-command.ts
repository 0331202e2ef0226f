import { isMonitored, modelNames } from '@fencepost/core';
import { inFile, usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, OK } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import type { MonitorOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import { jsonReport } from '../terminal/json-report.js';
import { limitOf } from '../time-limit.js';
import { Accepted } from './accepted.js';
import { Baseline } from './baseline.js';
import type { MonitoredRun } from './monitored-run.js';
import { monitorRun } from './monitored-run.js';
import { predictedLines } from './predicted-text.js';
import { linesOf, noteLines, raceLines } from './monitored-text.js';
import { readRun } from './read-run.js';
import { STANDARD_INPUT, withStandardInput } from './standard-input.js';

/** Runs `fencepost monitor`. */
export async function monitorCommand(asked: Asked<{ readonly monitor: MonitorOptions }>, io: Io): Promise<number> {
  const { positionals } = asked.given;
  if (positionals.length === 0) throw usageError('no recording given', 'try fencepost monitor --help');
  const {
    models = modelNames(isMonitored),
    format,
    partial,
    baseline,
    accept,
    failOn,
    maxTime,
    predict,
  } = asked.values.monitor;
  const isOver = limitOf(maxTime);
  const omitted = { baseline: new Baseline(baseline), accepted: new Accepted(accept) };
  const runs: MonitoredRun[] = [];
  for (const path of positionals) {
    const monitor = (file: string): Promise<readonly MonitoredRun[]> =>
      inFile(path, () =>
        monitorRun(path, readRun(file, partial, path), models, { ...omitted, predicts: predict }, isOver),
      );
    runs.push(...(await (path === STANDARD_INPUT ? withStandardInput(monitor) : monitor(path))));
  }
  const writer = new LineWriter(io, () => undefined);
  if (format === 'json') await writer.line(jsonReport(runs));
  else for (const line of textOf(runs)) await writer.line(line);
  await writer.flush();
  const isFailure = ({ races, violations, others, predicted }: MonitoredRun): boolean =>
    (failOn.includes('races') && races.length + (predicted?.races.length ?? 0) > 0) ||
    (failOn.includes('deadlocks') && (predicted?.deadlocks.length ?? 0) > 0) ||
    (failOn.includes('violations') && violations.length + others.length > 0);
  if (runs.some(isFailure)) return FOUND;
  return runs.every(({ isComplete }) => isComplete) ? OK : INCONCLUSIVE;
}

/** The races and notes of a recording follow after all its findings. */
function textOf(runs: readonly MonitoredRun[]): string[] {
  return runs.flatMap((run, i) => {
    const isLast = runs[i + 1]?.source !== run.source;
    return [...linesOf(run), ...(isLast ? [...raceLines(run), ...predictedLines(run), ...noteLines(run.notes)] : [])];
  });
}
