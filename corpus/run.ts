import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Built } from '@fencepost/c';
import { build, compiledProgram, DEFAULT_BOUNDS } from '@fencepost/c';
import { FencepostError, isChecked, models } from '@fencepost/core';
import type { FailureReport, Program } from 'fencepost';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import type { CorpusModel, Expectation, ExpectedFailure, ModelExpectation } from './expectation.js';
import { unreproduced } from './round-trip.js';

/** Folder of the sources: beside this file or, if it was compiled, one folder up. */
const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = HERE.endsWith('dist') ? dirname(HERE) : HERE;

/** Returns the differences from the expectation; empty if there are none. */
export async function differences(group: string, expectation: Expectation): Promise<string[]> {
  try {
    const checks = await check(group, expectation);
    if (expectation.error !== undefined) return [`is not refused with ${expectation.error.code}`];
    const unlike = checks.flatMap((each) => {
      const expected = expectation.expect[each.model as CorpusModel];
      return expected === undefined ? [] : compare(expected, each).map((line) => `${each.model}: ${line}`);
    });
    return [...unlike, ...unreproduced(await load(group, expectation), checks)];
  } catch (error) {
    if (!(error instanceof FencepostError)) throw error;
    return compareError(expectation, error);
  }
}

async function check(group: string, expectation: Expectation): Promise<ProgramCheck[]> {
  const stated = Object.keys(expectation.expect);
  const chosen = stated.filter((name) => CHECKED.has(name));
  const { races = false } = expectation;
  return checkProgram(await load(group, expectation), {
    all: true,
    races,
    ...(stated.length > 0 && { models: chosen }),
  });
}

/** Models that can be checked. Expectations may be stated before their model can be checked. */
const CHECKED: ReadonlySet<string> = new Set(
  models()
    .filter(isChecked)
    .map(({ name }) => name),
);

/** Cache of the last build: each program is requested several times in a row. */
let last: { readonly expectation: Expectation; readonly built: Promise<Built> } | undefined;

/** Loads the program in its initial state, as if it had never run. */
export async function load(group: string, expectation: Expectation): Promise<Program> {
  const { file, flags = [], unroll, volatile = 'relaxed' } = expectation;
  if (last?.expectation !== expectation) {
    last = { expectation, built: build({ files: [join(FOLDER, group, file)], flags }) };
  }
  return compiledProgram(file, await last.built, {
    ...DEFAULT_BOUNDS,
    volatile,
    ...(unroll !== undefined && { unroll }),
  });
}

function compareError({ error }: Expectation, { code, message, site }: FencepostError): string[] {
  const place = site === undefined ? '' : ` at line ${site.line}`;
  if (error?.code !== code) return [`is refused with ${code}${place}: ${message}`];
  return error.line === undefined || error.line === site?.line ? [] : [`is refused${place}, not at ${error.line}`];
}

function compare(expected: ModelExpectation, found: ProgramCheck): string[] {
  const lines: string[] = [];
  const told = found.failures.map(tell).join('; ');
  if (found.verdict !== expected.verdict) {
    const limit = found.incomplete === null ? '' : `; ${found.incomplete.covered}`;
    lines.push(`is ${found.verdict}, not ${expected.verdict}${told === '' ? '' : ` (${told})`}${limit}`);
  }
  if (expected.robust !== undefined && found.robust !== expected.robust) lines.push(`robust is ${found.robust}`);
  if (expected.executions !== undefined && found.executions !== expected.executions) {
    lines.push(`has ${found.executions} executions, not ${expected.executions}`);
  }
  const { failure } = expected;
  if (failure !== undefined && found.verdict === 'failing' && !found.failures.some((each) => matches(failure, each))) {
    lines.push(`fails otherwise: ${told}`);
  } else if (
    failure !== undefined &&
    expected.only === true &&
    !found.failures.every((each) => matches(failure, each))
  ) {
    lines.push(`does not only fail so: ${told}`);
  }
  return lines;
}

function matches({ kind, line, message }: ExpectedFailure, found: FailureReport): boolean {
  if (kind !== found.kind || (line !== undefined && line !== found.site?.line)) return false;
  return message === undefined || found.message.includes(message);
}

function tell({ kind, message, site }: FailureReport): string {
  return `${kind} at line ${site?.line ?? '?'}: ${message}`;
}
