import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CORPUS, EXPECTED, corpusFiles, corpusIsAbsent } from '@fencepost/testing/litmus-corpus';
import { collectionFolder, isAbsent } from '@fencepost/testing/litmus-references';
import type { MonitoredLitmus } from '@fencepost/litmus';
import { fencepost } from '@fencepost/testing/terminal';

/** Executions by file and model, as herd7 counts them. */
function expectedExecutions(): Map<string, number> {
  const rows = readFileSync(EXPECTED, 'utf8').split('\n');
  return new Map(
    rows.map((row) => {
      const [file, model, , executions] = row.split('\t');
      return [`${file!} ${model!}`, Number(executions)];
    }),
  );
}

describe.skipIf(corpusIsAbsent)('the x86 corpus', () => {
  it('agrees with herd7, on every test, without a blocked execution', { timeout: 300_000 }, async () => {
    const { code, out, err } = await fencepost(['litmus', CORPUS, '--expect', EXPECTED]);
    expect(err).toBe('');
    expect(out.trimEnd().split('\n').at(-1)).toBe('7785 of 7785 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });

  it('agrees with herd7, with Source-DPOR', { timeout: 300_000 }, async () => {
    // Every third test: the campaigns compare the explorers on many more programs.
    const paths = corpusFiles()
      .filter((_, i) => i % 3 === 0)
      .map((file) => `${CORPUS}/${file}`);
    const { code, out } = await fencepost(['litmus', ...paths, '--expect', EXPECTED, '--explorer', 'source']);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^2595 of 2595 rows agree, /);
    expect(code).toBe(0);
  });

  it('agrees with herd7, with the oracle, on a sample', { timeout: 300_000 }, async () => {
    // Every 43rd test: some of each folder, 61 in all.
    const sample = corpusFiles().filter((_, i) => i % 43 === 0);
    const paths = sample.map((file) => `${CORPUS}/${file}`);
    const { code, out, err } = await fencepost(['litmus', ...paths, '--expect', EXPECTED, '--explorer', 'oracle']);
    expect(err).toBe('');
    expect(out.trimEnd().split('\n').at(-1)).toBe('183 of 183 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });

  it('monitors and numbers of executions agree on robustness', { timeout: 300_000 }, async () => {
    const executions = expectedExecutions();
    const { out } = await fencepost(['litmus', CORPUS, '--method', 'monitor', '--format', 'json']);
    const { checks } = JSON.parse(out) as { checks: MonitoredLitmus[] };
    expect(checks).toHaveLength(2 * 2595);
    const notRobust = (name: string): number => checks.filter(({ model, robust }) => model === name && !robust).length;
    expect([notRobust('tso'), notRobust('pso')]).toEqual([799, 1554]);
    for (const check of checks) {
      const file = check.source.slice(CORPUS.length + 1);
      expect(check.executions, file).toBe(executions.get(`${file} sc`));
      expect(check.robust, `${file} ${check.model}`).toBe(
        executions.get(`${file} ${check.model}`) === executions.get(`${file} sc`),
      );
      expect(check.violations.length > 0).toBe(!check.robust);
    }
  });
});

const C_TESTS = collectionFolder('c');

describe.skipIf(isAbsent(C_TESTS))('the C collection', () => {
  const expected = `${C_TESTS}/expected.tsv`;

  it('agrees with herd7 under RC11, races included, and under SC', { timeout: 300_000 }, async () => {
    const { code, out, err } = await fencepost(['litmus', C_TESTS, '--model', 'rc11,sc', '--expect', expected]);
    expect(err).toBe('');
    expect(out.trimEnd().split('\n').at(-1)).toBe('4430 of 4430 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });

  it('agrees with an enumerator on ARMv8, where there are results', { timeout: 300_000 }, async () => {
    const rows = readFileSync(expected, 'utf8').split('\n');
    const files = rows.map((row) => row.split('\t')).flatMap(([file, model]) => (model === 'arm64' ? [file!] : []));
    const paths = files.map((file) => `${C_TESTS}/${file}`);
    const { code, out } = await fencepost(['litmus', ...paths, '--model', 'arm64', '--expect', expected]);
    expect(out.trimEnd().split('\n').at(-1)).toBe('1935 of 1935 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });
});
