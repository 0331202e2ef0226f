import { isAbsolute, relative, resolve } from 'node:path';
import type { Site } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import { briefOf, exitCodeOf, textReport } from '@fencepost/report';
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
import { REPORT_VARIABLE } from './protocol.js';

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
      if (isFencepostError(error)) return refused(errorText(error), INPUT_ERROR, error.site);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return refused(`fencepost: internal error: ${text}\n`, INTERNAL_ERROR);
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
  const limit = `In a test, the setting maxTime limits the time of a check; here it was ${seconds}.`;
  if (ranOut) lines.push('', `  ${limit}`);
  const brief = briefOf(checks, HOW_TO_SEE_ALL, ranOut ? limit : undefined);
  return {
    checks,
    text: `${lines.join('\n')}\n`,
    brief: brief === undefined ? '' : [brief.headline, ...brief.lines.map((line) => `  ${line}`)].join('\n'),
    ...placed(brief?.site),
    exitCode: exitCodeOf({ checks }, request.search),
  };
}

const HOW_TO_SEE_ALL = `${REPORT_VARIABLE}=full shows every step`;

/** Maximum number of lines of a brief report. */
const MOST_LINES = 8;

/** The answer for a check that could not be run. */
function refused(text: string, exitCode: number, site?: Site): CheckAnswer {
  const lines = text.trimEnd().split('\n');
  const brief = lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `  more    ${HOW_TO_SEE_ALL}`];
  return { checks: [], text, brief: brief.join('\n'), ...placed(site), exitCode };
}

/** Files of sites are relative to the folder in which the runner was started. */
function placed(site: Site | undefined): Pick<CheckAnswer, 'site'> {
  return site === undefined || site.line < 1 ? {} : { site: { ...site, file: resolve(site.file) } };
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
