import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { MonitoredLitmus } from '@fencepost/litmus';
import type { X86Test } from '@fencepost/litmus';
import { parseLitmus } from '@fencepost/litmus';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { CORPUS, EXPECTED, corpusIsAbsent } from '@fencepost/testing/litmus-corpus';
import type { AxiomaticModel } from './axiomatic/axioms.js';
import { answerOf } from './axiomatic/axioms.js';
import { generateTests } from './axiomatic/cycles.js';

// Litmus tests of our own, with the answers of axiomatic models that share nothing with the explorers.
// `npx vitest run test/litmus.slow.test.ts -u` writes the folder again.

const FOLDER = path.join(import.meta.dirname, 'litmus');
const ROWS = path.join(FOLDER, 'expected.tsv');
const MODELS: readonly AxiomaticModel[] = ['sc', 'tso', 'pso'];

const tests = generateTests();

function rowOf(file: string, text: string, model: AxiomaticModel): string {
  const { witnesses, executions, states } = answerOf(parseLitmus(text, file) as X86Test, model);
  return [file, model, witnesses, executions, states.join('|')].join('\t');
}

describe('the litmus tests of the repository', () => {
  it('are those that are generated', async () => {
    expect(tests).toHaveLength(152);
    for (const { name, text } of tests) await expect(text).toMatchFileSnapshot(path.join(FOLDER, `${name}.litmus`));
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.litmus'));
    expect(files.sort()).toEqual(tests.map(({ name }) => `${name}.litmus`).sort());
  });

  it('have the answers of the axiomatic models', { timeout: 60_000 }, async () => {
    const rows = tests.flatMap(({ name, text }) => MODELS.map((model) => rowOf(`${name}.litmus`, text, model)));
    const header = '# file, model, witnesses, executions, final states joined by |; separated by tabs';
    await expect([header, ...rows, ''].join('\n')).toMatchFileSnapshot(ROWS);
  });

  it.each(['graph', 'source'])('are answered alike by the explorer %s', { timeout: 60_000 }, async (explorer) => {
    const { code, out, err } = await fencepost(['litmus', FOLDER, '--expect', ROWS, '--explorer', explorer]);
    expect(err).toBe('');
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^456 of 456 rows agree, /);
    expect(code).toBe(0);
  });

  it('are answered alike by the oracle, every fourth', { timeout: 60_000 }, async () => {
    const sample = tests.filter((_, i) => i % 4 === 0).map(({ name }) => path.join(FOLDER, `${name}.litmus`));
    const { code, out } = await fencepost(['litmus', ...sample, '--expect', ROWS, '--explorer', 'oracle']);
    expect(out.trimEnd().split('\n').at(-1)).toBe('114 of 114 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });

  it('are robust by monitors where the model has no more executions than SC', { timeout: 60_000 }, async () => {
    const rows = readFileSync(ROWS, 'utf8').split('\n');
    const executions = new Map(rows.map((row) => [row.split('\t', 2).join(' '), row.split('\t')[3]]));
    const { out } = await fencepost(['litmus', FOLDER, '--method', 'monitor', '--format', 'json']);
    const { checks } = JSON.parse(out) as { checks: MonitoredLitmus[] };
    expect(checks).toHaveLength(2 * tests.length);
    for (const { source, model, robust } of checks) {
      const file = path.basename(source);
      const isRobust = executions.get(`${file} ${model}`) === executions.get(`${file} sc`);
      expect({ file, model, robust }).toEqual({ file, model, robust: isRobust });
    }
  });
});

describe.skipIf(corpusIsAbsent)('the axiomatic models', () => {
  it('agree with herd7, on a sample', { timeout: 60_000 }, () => {
    const rows = readFileSync(EXPECTED, 'utf8')
      .split('\n')
      .filter((row) => row !== '' && !row.startsWith('#'));
    for (const row of rows.filter((_, i) => i % 97 === 0)) {
      const [file, model, witnesses, executions, states] = row.split('\t');
      const found = answerOf(
        parseLitmus(readFileSync(`${CORPUS}/${file!}`, 'utf8'), file!) as X86Test,
        model as AxiomaticModel,
      );
      const expected = {
        witnesses: Number(witnesses),
        executions: Number(executions),
        states: states!.split('|').sort(),
      };
      expect({ file, model, ...found }).toEqual({ file, model, ...expected });
    }
  });
});
