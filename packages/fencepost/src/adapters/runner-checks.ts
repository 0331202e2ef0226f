import { isAbsolute, relative } from 'node:path';
import { isFencepostError } from '@fencepost/core';
import { exitCodeOf, textReport } from '@fencepost/report';
import type { Handler } from '@fencepost/workers';
import { errorText, usageError } from '../errors.js';
import { INPUT_ERROR, INTERNAL_ERROR } from '../exit-codes.js';
import { DEFAULT_WIDTH } from '../formats/render.js';
import { sourceLines } from '../formats/source-lines.js';
import type { ProgramFacts } from '../load/loaded-program.js';
import { settingsFor } from '../options/config.js';
import type { CheckRequest } from '../run/check-request.js';
import { requestFrom } from '../run/check-request.js';
import { Supervisor } from '../supervise/supervisor.js';
import type { CheckAnswer, CheckQuestion, Project, RunnerJob } from './protocol.js';

interface Begun {
  readonly request: CheckRequest;
  readonly supervisor: Supervisor;
  readonly programs: readonly ProgramFacts[];
}

/**
 * Runs the checks of one test file, one after the other. Test runners load neither our modules nor the user's
 * configuration in this thread, and their changes to modules do not affect ours.
 */
export function runnerHandler(): Handler<RunnerJob, CheckAnswer> {
  let begun: Promise<Begun> | undefined;
  return async ({ file, project, ...question }) => {
    try {
      const source = shown(file);
      return await check(await (begun ??= begin(source, project)), source, question);
    } catch (error) {
      if (isFencepostError(error)) return { checks: [], text: errorText(error), exitCode: INPUT_ERROR };
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { checks: [], text: `fencepost: internal error: ${text}\n`, exitCode: INTERNAL_ERROR };
    }
  };
}

async function check(
  { request, supervisor, programs }: Begun,
  source: string,
  { name, seconds }: CheckQuestion,
): Promise<CheckAnswer> {
  const facts = named(programs, name, source);
  const most = seconds ?? request.limits.maxTime ?? facts.settings?.maxTime ?? Infinity;
  const { checks } = await supervisor.check(facts, most);
  const style = { width: DEFAULT_WIDTH, colour: false, all: request.search.all || facts.settings?.all === true };
  const lines = textReport(checks, sourceLines(checks), style);
  const ranOut = seconds !== undefined && checks.some(({ incomplete }) => incomplete?.stoppedBy === 'time');
  if (ranOut) lines.push('', `  In a test, the setting maxTime limits the time of a check; here it was ${seconds}.`);
  return {
    checks,
    text: `${lines.join('\n')}\n`,
    exitCode: exitCodeOf({ checks }, request.search),
  };
}

/** Loads the file like the command does, with the configuration of the folder in which the runner was started. */
async function begin(source: string, project: Project): Promise<Begun> {
  const { include = [], exclude = [], ...modules } = project;
  const { load, ...request } = requestFrom({
    ...(await settingsFor(undefined, false, '')),
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
  });
  const supervisor = new Supervisor({
    ...{ request: { ...request, load: { ...load, ...modules } } },
    ...{ deadline: Infinity, tests: false, areChecks: true, onProgress: () => undefined },
  });
  return { request: { ...request, load }, supervisor, programs: await supervisor.load(source) };
}

function named(programs: readonly ProgramFacts[], name: string, source: string): ProgramFacts {
  const found = programs.filter(({ program }) => program.name === name);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    throw usageError(`${source} has ${found.length} checks called '${name}'`, 'use a different name for each');
  }
  const names = programs.map(({ program }) => `'${program.name}'`);
  throw usageError(
    `${source} has no check called '${name}' when Fencepost loads it`,
    `declare checks independently of the test runner; its checks are ${names.join(', ')}`,
  );
}

/** Returns the path as users write it, and as `fencepost replay` accepts it. */
function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
