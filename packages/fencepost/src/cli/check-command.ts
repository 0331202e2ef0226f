import { FencepostError, isFencepostError } from '@fencepost/core';
import { checkProgram } from '../check-program.js';
import type { ProgramCheck } from '../program-check.js';
import { blockOf, jsonCheck, summaryOf } from './check-report.js';
import type { CheckRequest } from './check-request.js';
import { parseCheckRequest } from './check-request.js';
import { collect, reportErrors } from './errors.js';
import { FOUND, INCONCLUSIVE, INPUT_ERROR, OK } from './exit-codes.js';
import { CHECK_HELP } from './help.js';
import type { Io } from './io.js';
import { DEFAULT_WIDTH, LineWriter } from './io.js';
import type { LoadedProgram } from './programs.js';
import { loadPrograms } from './programs.js';
import { Progress } from './progress.js';
import { jsonReport } from './report.js';

/** `fencepost check`. */
export async function checkCommand(args: readonly string[], io: Io): Promise<number> {
  const request = parseCheckRequest(args);
  if (request === 'help') {
    await io.out(CHECK_HELP);
    return OK;
  }
  const { loaded, errors } = await collect(request.files, (file) => loadPrograms(file, request));
  if (errors.length > 0) {
    reportErrors(errors, io);
    return INPUT_ERROR;
  }
  const programs = loaded.flat();
  for (const { warnings } of programs) if (warnings !== undefined) io.err(warnings);
  return checkAll(programs, request, io);
}

async function checkAll(programs: readonly LoadedProgram[], request: CheckRequest, io: Io): Promise<number> {
  const { format, allowRelaxed } = request;
  const progress = new Progress(io, programs.length);
  const writer = new LineWriter(io, () => progress.clear());
  const checks: ProgramCheck[] = [];
  const json: object[] = [];
  try {
    for (const loaded of programs) {
      const found = check(loaded, request, progress);
      checks.push(...found);
      if (format === 'json') json.push(...found.map((each) => jsonCheck(loaded, each)));
      else for (const line of blockOf(loaded, found, io.columns ?? DEFAULT_WIDTH)) await writer.line(line);
    }
    if (format === 'json') await writer.line(jsonReport(json));
    else if (programs.length > 1) await writer.line(summaryOf(programs.length, checks));
  } finally {
    // What has been found out is shown even if a later program turns out to be wrong.
    await writer.flush();
    progress.clear();
  }
  return exitCode(checks, allowRelaxed);
}

function check({ source, program }: LoadedProgram, request: CheckRequest, progress: Progress): ProgramCheck[] {
  const { models, method, preemptions, races, maxExecutions } = request;
  try {
    return checkProgram(program, {
      models,
      method,
      races,
      ...(preemptions !== undefined && { preemptions }),
      ...(maxExecutions !== undefined && { maxExecutions }),
      onProgress: (model, executions) => {
        progress.show(`${program.name}: ${executions} executions under ${model}`);
      },
    });
  } catch (error) {
    if (!isFencepostError(error) || error.site !== undefined) throw error;
    const { code, message, hint } = error;
    throw new FencepostError(code, `${source}: ${message}`, hint === undefined ? {} : { hint });
  }
}

function exitCode(checks: readonly ProgramCheck[], allowRelaxed: boolean): number {
  const found = ({ verdict, robust }: ProgramCheck): boolean =>
    verdict === 'failing' || (robust === false && !allowRelaxed);
  if (checks.some(found)) return FOUND;
  return checks.some(({ verdict, robust }) => verdict === 'unknown' || robust === null) ? INCONCLUSIVE : OK;
}
