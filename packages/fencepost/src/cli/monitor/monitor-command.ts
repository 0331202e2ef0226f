import type { ModelName } from '@fencepost/core';
import { isMonitored, modelNames } from '@fencepost/core';
import type { Recording } from '@fencepost/explore';
import { monitorRecording } from '@fencepost/explore';
import type { ViolationReport } from '@fencepost/report';
import { counted, reasonsFor } from '@fencepost/report';
import { showReported } from '@fencepost/check';
import { requested } from '../../options/resolve.js';
import { inFile, usageError } from '../../errors.js';
import { FOUND, OK } from '../../exit-codes.js';
import { readText } from '../../files/files.js';
import { monitorHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import { jsonReport } from '../terminal/json-report.js';
import { openBinary } from './open-file.js';
import { toRecording } from './to-recording.js';

interface MonitoredRun {
  readonly source: string;
  readonly model: ModelName;
  readonly operations: number;
  readonly robust: boolean;
  readonly violations: readonly ViolationReport[];
}

/** `fencepost monitor`. */
export async function monitorCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('monitor', args);
  if (asked.help) {
    await io.out(monitorHelp());
    return OK;
  }
  const { positionals } = asked.given;
  if (positionals.length === 0) throw usageError('no recording given', 'try fencepost monitor --help');
  const { monitorModels: models = modelNames(isMonitored), lineFormat: format, partial } = asked.values;
  const runs: MonitoredRun[] = [];
  for (const path of positionals) runs.push(...(await monitorFile(path, models, partial)));
  const writer = new LineWriter(io, () => undefined);
  if (format === 'json') await writer.line(jsonReport(runs));
  else for (const run of runs) for (const line of linesOf(run)) await writer.line(line);
  await writer.flush();
  return runs.every(({ robust }) => robust) ? OK : FOUND;
}

async function monitorFile(source: string, models: readonly ModelName[], partial: boolean): Promise<MonitoredRun[]> {
  const recording = await inFile(source, () => readRecording(source, partial));
  const { states, operations, violations } = await inFile(source, () => monitorRecording(recording, models));
  return models.map((model) => {
    const own = violations.filter((violation) => violation.model === model);
    const shown = own.map((violation) => showReported(states, model, violation.witness.schedule, violation));
    return { source, model, operations, robust: own.length === 0, violations: shown };
  });
}

function readRecording(path: string, partial: boolean): Recording {
  const binary = openBinary(path, partial);
  return binary === undefined ? parseRecording(path) : toRecording(binary, path);
}

function parseRecording(path: string): Recording {
  const text = readText(path);
  try {
    return JSON.parse(text) as Recording;
  } catch (error) {
    throw usageError(
      `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'docs/use/monitor.md describes recordings',
    );
  }
}

function linesOf({ source, model, operations, violations }: MonitoredRun): string[] {
  const found = violations.length === 0 ? 'nothing found' : counted(violations.length, 'violation');
  return [
    `${source}  ${model}  ${counted(operations, 'operation')}, ${found}`,
    ...violations.flatMap(({ operation, write, counterexample }) => [
      `  not SC: ${operation} comes before ${write}, which happens before it`,
      ...reasonsFor(counterexample, source)!.edges.map((edge) => `    ${edge}`),
      `    schedule ${counterexample.schedule}`,
    ]),
  ];
}
