import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestReport, TestingReport } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const fixture = (name: string): string => `${import.meta.dirname}/fixtures/${name}`;
const example = (name: string): string => `${import.meta.dirname}/../../../examples/${name}`;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function json(...args: string[]): Promise<{ code: number; report: TestingReport; tests: readonly TestReport[] }> {
  const { code, out, err } = await fencepost(['test', '--format', 'json', ...args]);
  expect(err).toBe('');
  const report = JSON.parse(out) as TestingReport;
  return { code, report, tests: report.tests };
}

async function text(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, out, err } = await fencepost(['test', ...args]);
  expect(err).toBe('');
  return {
    code,
    lines: out
      .replace(/\d+\.\d\d s,/g, 'T s,')
      .split('\n')
      .slice(0, -1),
  };
}

describe('fencepost test', () => {
  it('exits with 1 if it finds a failure, and shows it as check does', async () => {
    const { code, lines } = await text(fixture('store-buffering.mjs'), '--model', 'tso');
    expect(code).toBe(1);
    expect(lines.slice(0, 6)).toEqual([
      `${fixture('store-buffering.mjs')}: store buffering`,
      '  TSO  fails, not seen under SC  450 executions, T s, seed 1',
      '       1 cycle predicted, 1 confirmed, 1 harmful, 0 not confirmed',
      '',
      '  TSO  check failed: both threads enter',
      expect.stringMatching(/^ {4}in \d+ of 450 executions, in none under SC$/),
    ]);
    for (const part of ['Why  ', 'Fix  ', 'replay  ']) {
      expect(lines).toContainEqual(expect.stringContaining(part));
    }
    expect(lines.at(-1)).toContain('tests prove nothing');
  });

  it('prints the command that shows it again', async () => {
    const { tests } = await json(fixture('store-buffering.mjs'), '--model', 'pslo');
    const { source, replay, schedule, failures, cycles } = tests[0]!;
    expect(failures[0]!.counterexample!.schedule).toBe(schedule);
    expect(cycles[0]!.outcome).toBe('harmful');
    const { code, out } = await fencepost(['replay', source, schedule!, ...replay]);
    expect(out).toContain('fails: both threads enter');
    expect(code).toBe(1);
  });

  it('exits with 0 if it finds nothing, and does not call that safe', async () => {
    const { code, lines } = await text(fixture('fenced.mjs'));
    expect(code).toBe(0);
    expect(lines[1]).toMatch(/^ {2}TSO {2}nothing found in 450 executions {2}T s, seed 1$/);
    expect(lines.join('\n')).not.toMatch(/\bsafe\b/);
    expect(lines.at(-1)).toContain('prove nothing');
  });

  it('reports an SC violation that makes no check fail, unless it is allowed', async () => {
    const { code, tests } = await json(fixture('benign.mjs'));
    expect(tests.map(({ confirmed, harmful }) => [confirmed, harmful])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(code).toBe(1);
    expect((await json(fixture('benign.mjs'), '--allow-relaxed')).code).toBe(0);
    expect((await json(fixture('benign.mjs'), '--method', 'random', '--max-executions', '50')).code).toBe(0);
  });

  it('exits with 1 if SC fails already', async () => {
    for (const method of ['active', 'random', 'pct']) {
      const { code, tests } = await json(fixture('lost-update.mjs'), '--method', method, '--max-executions', '100');
      expect(tests.map(({ failures }) => failures.map(({ underSc }) => underSc))).toEqual([[true], [true]]);
      expect(code).toBe(1);
    }
  });

  it('prints JSON with all that there is to know', async () => {
    const { report, tests } = await json(fixture('message-passing.mjs'), '--seed', '3');
    expect(report.version).toBe(1);
    expect(report.tool).toMatch(/^fencepost \d/);
    expect(tests.map(({ model, method, seed }) => [model, method, seed])).toEqual([
      ['tso', 'active', 3],
      ['pso', 'active', 3],
    ]);
    const [cycle] = tests[1]!.cycles;
    expect(Object.keys(tests[1]!).sort()).toEqual(
      [
        ...['source', 'program', 'model', 'method', 'seed', 'executions', 'sequential', 'unfinished', 'seconds'],
        ...['stoppedBy', 'predicted', 'confirmed', 'harmful', 'cycles', 'failures', 'schedule', 'notes', 'replay'],
      ].sort(),
    );
    expect(Object.keys(cycle!).sort()).toEqual(
      [
        ...[
          'outcome',
          'predicted',
          'accesses',
          'trials',
          'confirmed',
          'byTheWay',
          'probability',
          'failures',
          'schedule',
        ],
      ].sort(),
    );
    expect(cycle!.probability).toBe(cycle!.confirmed / cycle!.trials);
  });

  it.each(['active', 'random', 'pct'])('prints the same again with the same seed: %s', async (method) => {
    const run = async (seed: string): Promise<unknown> => {
      const { tests } = await json(example('programs/dekker.mjs'), ...['--method', method, '--seed', seed], ...LIMIT);
      return tests.map((test) => ({ ...test, seconds: 0 }));
    };
    expect(await run('5')).toEqual(await run('5'));
  });

  const LIMIT = ['--max-executions', '120'];

  it('lists the first cycles, and counts the others', async () => {
    const { lines } = await text(`${import.meta.dirname}/fixtures/many-cycles.mjs`, '--model', 'tso');
    expect(lines.filter((line) => /confirmed in \d+ of/.test(line))).toHaveLength(10);
    expect(lines).toContainEqual('    … and 6 more cycles (6 apparently benign); --format json has them all');
  });

  it('says which check to replay, and skips those that are for SC only', async () => {
    const name = join(folder, 'two.test.ts');
    writeFileSync(name, CHECKS);
    const { code, out, err } = await fencepost(['test', name, '--format', 'json']);
    const { tests } = JSON.parse(out) as TestingReport;
    expect(tests.map(({ program, model }) => [program, model])).toEqual([['relaxed', 'pso']]);
    expect(tests[0]!.replay).toEqual(['--model', 'pso', '--program', 'relaxed']);
    expect(tests[0]!.failures).toMatchObject([{ message: expect.stringContaining('came late') as string }]);
    expect(err).toContain('sequential is checked under sc only, so it is not tested');
    expect(code).toBe(1);
    const replayed = await fencepost(['replay', name, tests[0]!.schedule!, ...tests[0]!.replay]);
    expect(replayed).toMatchObject({ code: 1, err: '' });
  });

  it.runIf(canCompile)('tests compiled programs', async () => {
    const { code, tests } = await json(example('c/message.c'));
    expect(tests.map(({ model, harmful }) => [model, harmful])).toEqual([
      ['tso', 0],
      ['pso', 1],
    ]);
    expect(code).toBe(1);
    expect((await json(example('c/message.c'), '--', '-DRELEASE')).code).toBe(0);
  });

  it('tests litmus tests', async () => {
    const { tests } = await json(fixture('SB.litmus'));
    expect(tests.map(({ confirmed }) => confirmed)).toEqual([1, 1]);
  });

  it('shows how far it is on a terminal, and nothing elsewhere', async () => {
    const args = ['test', fixture('store-buffering.mjs'), '--method', 'random', '--max-time', '400ms'];
    const { err } = await fencepost(args, { errIsTerminal: true, columns: 60 });
    expect(err).toMatch(/store buffering {2}(?:tso|pso) {2}sampling {3}[\d,]+ executions?, 1 s/);
    for (const line of err.split(/\r\x1b\[2K/)) expect(line.length).toBeLessThan(60);
    expect((await fencepost(args)).err).toBe('');
  });

  it('ends with the findings when it is interrupted', async () => {
    const onInterrupt = (stop: (signal: 'SIGINT') => void): (() => void) => {
      const timer = setTimeout(stop, 5000, 'SIGINT');
      return () => clearTimeout(timer);
    };
    const { code, out } = await fencepost(
      ['test', fixture('store-buffering.mjs'), fixture('fenced.mjs'), '--method', 'random', '--format', 'json'],
      { onInterrupt },
    );
    const { tests } = JSON.parse(out) as TestingReport;
    expect(tests.map(({ model, stoppedBy }) => [model, stoppedBy])).toEqual([['tso', 'interrupt']]);
    expect(code).toBe(1);
  });
});

describe('input that fencepost test refuses', () => {
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [[`${import.meta.dirname}/../bin`], 'there are no checks in '],
    [['x.mjs', '--method', 'activ'], "there is no method 'activ'"],
    [['x.mjs', '--method', 'graph'], 'methods are active, random, pct'],
    [['x.mjs', '--model', 'sc'], 'programs are tested under ibm370, tso, pso, pslo, not under sc'],
    [['x.mjs', '--model', 'tso,psi'], "there is no model 'psi'"],
    [['x.mjs', '--max-time', 'soon'], "--max-time takes a duration, not 'soon'"],
    [['x.mjs', '--max-time', '0'], "--max-time takes a duration, not '0'"],
    [['x.mjs', '--max-executions', '0'], "--max-executions takes a whole number of at least 1, not '0'"],
    [['x.mjs', '--length', '5'], '--length takes an even number, not 5'],
    [['x.mjs', '--length', '2'], "--length takes a whole number of at least 4, not '2'"],
    [['x.mjs', '--length', '6', '--method', 'pct'], '--length is for --method active only'],
    [['x.mjs', '--format', 'sarif'], "there is no format 'sarif'"],
    [['x.mjs', '--seed', '-1'], '--seed'],
    [['nowhere.mjs'], 'cannot read nowhere.mjs'],
  ];

  it.each(cases)('%j', async (args, message) => {
    const { code, out, err } = await fencepost(['test', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});

const CHECKS = `
import { check } from 'fencepost';
check('relaxed', { models: ['sc', 'pso'] }, (t) => {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  t.thread('sender', () => { cells[0] = 42; cells[1] = 1; });
  t.thread('receiver', () => { if (cells[1] === 1 && cells[0] !== 42) throw new Error('the data came late'); });
});
check('sequential', { models: ['sc'] }, (t) => {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  t.thread('sender', () => { cells[0] = 42; });
  t.thread('receiver', () => { cells[0]; });
});
`;

describe('fencepost test --seeds', () => {
  const RANDOM = ['--model', 'tso', '--method', 'random', '--max-executions', '2', '--max-time', '10m'];

  it('ends with the least seed that shows a failure, and says which', async () => {
    const { code, tests } = await json(example('programs/dekker.mjs'), ...RANDOM, '--seeds', '0-99', '--jobs', '2');
    expect(code).toBe(1);
    const [fenced, unfenced] = tests;
    expect(fenced).toMatchObject({ seed: 0, seeds: 100, executions: 200, failures: [] });
    const { seeds, failures } = unfenced!;
    expect(seeds).toBeLessThan(100);
    expect(failures[0]!.seed).toBe(seeds! - 1);
    // Alone, that seed shows it, and those before it show nothing.
    const last = String(seeds! - 1);
    expect((await json(example('programs/dekker.mjs'), ...RANDOM, '--seed', last)).code).toBe(1);
    const before = String(seeds! - 2);
    expect((await json(example('programs/dekker.mjs'), ...RANDOM, '--seeds', `0-${before}`)).code).toBe(0);
  });

  it('does not depend on the number of threads', async () => {
    const args = [example('programs/dekker.mjs'), ...RANDOM, '--seeds', '20'];
    const timeless = ({ tests }: { tests: readonly TestReport[] }): unknown =>
      tests.map((test) => ({ ...test, seconds: 0 }));
    expect(timeless(await json(...args, '--jobs', '3'))).toEqual(timeless(await json(...args, '--jobs', '1')));
  });

  it('goes on with --all, and adds up', async () => {
    const { tests } = await json(example('programs/dekker.mjs'), ...RANDOM, '--seeds', '0-99', '--all');
    expect(tests[1]).toMatchObject({ seeds: 100, executions: 200 });
    expect(tests[1]!.failures[0]!.executions).toBeGreaterThan(1);
    const { lines } = await text(example('programs/dekker.mjs'), ...RANDOM, '--seeds', '0-99', '--all');
    expect(lines).toContainEqual(expect.stringMatching(/200 executions at random, T s, 100 seeds from 0 on$/));
    expect(lines).toContainEqual(
      expect.stringMatching(/in \d+ of 200 executions, first with seed \d+, in its execution \d$/),
    );
  });

  it.each([
    [['--seeds', '9-3'], "--seeds takes a range of seeds, not '9-3'"],
    [['--seeds', 'x'], "--seeds takes a range of seeds, not 'x'"],
    [['--seeds', '3', '--seed', '1'], '--seed cannot be combined with --seeds'],
    [['--all'], '--all needs --seeds'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await fencepost(['test', example('programs/dekker.mjs'), ...args]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
