import { DEFAULT_WIDTH } from '../formats/render.js';
import { isAbsolute, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { isFencepostError } from '@fencepost/core';
import { exitCodeOf, textReport } from '@fencepost/report';
import { settingsFor } from '../options/config.js';
import type { CheckRequest } from '../run/check-request.js';
import { valuesFrom } from '../options/resolve.js';
import { CheckRun } from '../run/check-run.js';
import { errorText, usageError } from '../errors.js';
import { INPUT_ERROR, INTERNAL_ERROR } from '../exit-codes.js';
import type { LoadedProgram } from '../load/loaded-program.js';
import { loadChecks } from '../load/checks.js';
import { sourceLines } from '../formats/source-lines.js';
import type { CheckAnswer, CheckQuestion, CheckWorkerData } from './protocol.js';

// Runs the checks of one test file, one after the other: here, what they do to the process does not reach the test runner,
// and the runner does not get between them and their modules.

const { file, project } = workerData as CheckWorkerData;
const source = shown(file);
let programs: Promise<readonly LoadedProgram[]> | undefined;

parentPort!.on('message', (question: CheckQuestion) => {
  void answer(question).then((given) => parentPort!.postMessage(given));
});

async function answer(question: CheckQuestion): Promise<CheckAnswer> {
  try {
    return await check(question);
  } catch (error) {
    if (isFencepostError(error)) return { checks: [], text: errorText(error), exitCode: INPUT_ERROR };
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { checks: [], text: `fencepost: internal error: ${text}\n`, exitCode: INTERNAL_ERROR };
  }
}

async function check({ name, seconds }: CheckQuestion): Promise<CheckAnswer> {
  const request = await requestFor(seconds);
  programs ??= loadChecks(source, { ...request, ...project, include: request.include });
  const loaded = named(await programs, name);
  const run = new CheckRun(request, { reason: undefined }, () => undefined);
  const { checks } = await run.check(loaded, request.maxTime ?? loaded.settings?.maxTime);
  const style = { width: DEFAULT_WIDTH, colour: false, all: request.all || loaded.settings?.all === true };
  const lines = textReport(checks, sourceLines(checks), style);
  const ranOut = seconds !== undefined && checks.some(({ incomplete }) => incomplete?.stoppedBy === 'time');
  if (ranOut) lines.push('', `  In a test, the time of a check is its setting maxTime; here it was ${seconds}.`);
  return {
    checks,
    text: `${lines.join('\n')}\n`,
    exitCode: exitCodeOf({ checks }, request),
  };
}

/** As the command would be asked for it, with the configuration of the folder that the runner was started in. */
async function requestFor(seconds: number | undefined): Promise<CheckRequest> {
  const { include = [] } = project;
  return valuesFrom({
    ...(await settingsFor(undefined, false, '')),
    ...(seconds !== undefined && { maxTime: seconds }),
    ...(include.length > 0 && { include }),
  });
}

function named(loaded: readonly LoadedProgram[], name: string): LoadedProgram {
  const found = loaded.filter(({ program }) => program.name === name);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    throw usageError(`${source} has ${found.length} checks called '${name}'`, 'give each a name of its own');
  }
  const names = loaded.map(({ program }) => `'${program.name}'`);
  throw usageError(
    `${source} has no check called '${name}' when it is run by itself`,
    `whether there is a check must not depend on the test runner; its checks are ${names.join(', ')}`,
  );
}

/** As users write it, and as `fencepost replay` takes it. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
