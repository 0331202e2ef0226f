import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'fencepost';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';
import { errorsInJson, errorsInJunit, errorsInSarif } from '@fencepost/testing/validators';

// Reports of real programs of every front end, all formats from one run of the command.

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-reports-'));
const file = (format: string): string => join(folder, `report.${format}`);
const FORMATS = ['html', 'json', 'sarif', 'junit', 'github', 'text'] as const;

const PROGRAMS = [
  ...(canCompile ? ['message', 'dekker', 'queue', 'deadlock'].map((name) => `examples/c/${name}.c`) : []),
  ...(canCompile ? ['corpus/memory/use_after_free.c', 'corpus/loops/endless.c', 'corpus/cxx/abba.cpp'] : []),
  'examples/litmus/SB.litmus',
  'examples/litmus/MP.litmus',
  'examples/programs/dekker.mjs',
  'examples/programs/handover.mjs',
];

describe('all reports of a run', { timeout: 60_000 }, () => {
  const before = process.cwd();
  let printed: Report;
  let code: number;
  beforeAll(async () => {
    process.chdir(root);
    const reports = FORMATS.flatMap((format) => ['--report', `${format}=${file(format)}`]);
    const outcome = await fencepost(['check', ...PROGRAMS, '--all', '--races', '--format', 'json', ...reports]);
    expect(outcome.err).toBe('');
    printed = JSON.parse(outcome.out) as Report;
    ({ code } = outcome);
  }, 60_000);
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it('are valid', async () => {
    expect(code).toBe(1);
    expect(errorsInJson(printed)).toEqual([]);
    expect(JSON.parse(readFileSync(file('json'), 'utf8'))).toEqual(printed);
    expect(errorsInSarif(readFileSync(file('sarif'), 'utf8'))).toEqual([]);
    expect(await errorsInJunit(readFileSync(file('junit'), 'utf8'))).toEqual([]);
  });

  it('say the same', () => {
    const failing = printed.checks.filter(({ verdict }) => verdict === 'failing');
    const text = readFileSync(file('text'), 'utf8');
    expect(text.match(/^ {2}✗ (SC|TSO|PSO|RC11) +fails/gm)).toHaveLength(failing.length);
    const junit = readFileSync(file('junit'), 'utf8');
    const departing = printed.checks.filter(({ verdict, robust }) => verdict === 'failing' || robust === false);
    expect(junit.match(/<failure /g)).toHaveLength(departing.length);
    const github = readFileSync(file('github'), 'utf8');
    // Each bug is annotated once, at the line of its worst failure. Its text names the lines of the others.
    for (const { failures } of failing) {
      for (const { site } of failures) {
        if (site) expect(github).toMatch(new RegExp(`line=${site.line}\\b|\\blines? [^%]*\\b${site.line}\\b`));
      }
    }
    const html = readFileSync(file('html'), 'utf8');
    for (const { schedule } of printed.checks) if (schedule !== null) expect(html).toContain(schedule);
  });
});
