import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrontEnd, OutputFormat } from 'fencepost';
import {
  checkFile,
  load,
  program,
  registerFormat,
  registerFrontEnd,
  render,
  replayFile,
  store,
  testFile,
} from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A thread for each line: `x=1` stores, `x` loads. */
const TOY: FrontEnd = {
  name: 'toy',
  files: 'a toy (*.toy)',
  extensions: ['.toy'],
  load: (file) => {
    const text = readFileSync(file, 'utf8');
    const source = program('toy', (p) => {
      const variables = Object.fromEntries(['x', 'y'].map((name) => [name, p.variable(name)]));
      for (const [i, line] of text.trim().split('\n').entries()) {
        p.thread(`line ${i + 1}`, function* () {
          for (const word of line.split(' ')) {
            const [name, value] = word.split('=');
            if (value === undefined) yield load(variables[name!]!);
            else yield store(variables[name!]!, Number(value));
          }
        });
      }
    });
    return Promise.resolve([{ source: file, program: source, digest: text, alone: true }]);
  },
};

/** A line for each check. */
const LINES: OutputFormat = {
  name: 'lines',
  extension: 'lines',
  render: ({ checks }) => checks.map(({ model, robust }) => `${model} ${String(robust)}`).join('\n'),
};

registerFrontEnd(TOY);
registerFormat(LINES);

const file = join(folder, 'sb.toy');
writeFileSync(file, 'x=1 y\ny=1 x\n');

describe('a registered front end', () => {
  it('works through the command', async () => {
    const { code, out } = await fencepost(['check', file, '--model', 'sc,tso', '--color', 'never']);
    expect(code).toBe(1);
    expect(out).toMatch(/✓ SC {3}safe .*\n {2}! TSO {2}safe, not robust/);
    expect((await fencepost(['test', file, '--model', 'tso', '--max-executions', '50'])).code).toBe(1);
  });

  it('works through the library', async () => {
    const { checks } = await checkFile(file, { models: ['tso'] });
    expect(checks).toMatchObject([{ source: file, program: 'toy', model: 'tso', robust: false }]);
    const replayed = await replayFile(file, checks[0]!.schedule!, { model: 'tso' });
    expect(replayed.counterexample.cycle).not.toEqual([]);
    expect((await testFile(file, { models: ['tso'], maxExecutions: 50 })).tests).toMatchObject([{ confirmed: 1 }]);
  });

  it('is in the help, and in hints', async () => {
    expect((await fencepost(['check', '--help'])).out).toMatch(/\ba\s+toy\s+\(\*\.toy\)/);
    expect((await fencepost([file])).err).toContain(`to check a program: fencepost check ${file}`);
    expect((await fencepost(['check', `${import.meta.dirname}/../package.json`])).err).toMatch(/end in .* or \.toy/);
  });

  it('has a name of its own', () => {
    expect(() => registerFrontEnd(TOY)).toThrow("there is a front end 'toy' already");
  });
});

describe('a registered format', () => {
  it('works through the command, printed and written to a file', async () => {
    const written = join(folder, 'report.lines');
    const args = ['check', file, '--model', 'sc,tso', '--format', 'lines', '--report', `lines=${written}`];
    expect(await fencepost(args)).toEqual({ code: 1, out: 'sc true\ntso false\n', err: '' });
    expect(readFileSync(written, 'utf8')).toBe('sc true\ntso false\n');
  });

  it('works through the library', async () => {
    expect(await render(await checkFile(file, { models: ['sc'] }), 'lines')).toBe('sc true\n');
  });

  it('is in the help, and in hints', async () => {
    expect((await fencepost(['check', '--help'])).out).toMatch(/--format FORMAT +text\s+\(default\),[^-]*lines/);
    expect((await fencepost(['check', file, '--format', 'linse'])).err).toContain('did you mean lines?');
  });

  it('is not one for tests', async () => {
    const report = await testFile(file, { models: ['tso'], maxExecutions: 10 });
    await expect(render(report, 'lines')).rejects.toThrow('test results cannot be written as lines');
    expect((await fencepost(['test', '--help'])).out).toMatch(/--format FORMAT +text \(default\), json\n/);
  });
});
