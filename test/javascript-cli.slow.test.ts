import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckReport, Report } from 'fencepost';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

// A busy machine may need many times the second that a test takes.
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'fencepost-javascript-'));
beforeEach(() => {
  vi.stubEnv('FENCEPOST_STATE', join(folder, 'state'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Two threads that count; `how` each does it. */
const counting = (how: string): string => `(t) => {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['one', 'two']) {
    t.thread(name, () => {
      ${how};
    });
  }
  t.after(() => {
    if (counter[0] !== 2) throw new Error('an update is lost');
  });
}`;
const COUNTED = counting('Atomics.add(counter, 0, 1)');
const LOST = counting('counter[0]++');

/** Each thread raises its flag, then looks at the other's; they must not both find it down if `checked`. */
const storeBuffering = (checked: boolean): string => `(t) => {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  t.thread('left', () => {
    flags[0] = 1;
    return flags[1];
  });
  t.thread('right', () => {
    flags[1] = 1;
    return flags[0];
  });
  t.after(({ left, right }) => {
    if (${checked} && left === 0 && right === 0) throw new Error('both are late');
  });
}`;

const testFile = (name: string, ...checks: string[]): string =>
  file(name, `import { check } from 'fencepost';\n${checks.join('\n')}\n`);

const counter = testFile('counter.test.js', `check('counted', ${COUNTED});`, `check('lost', ${LOST});`);
const flags = testFile('flags.test.mjs', `check('flags', ${storeBuffering(true)});`);
const benign = `check('benign', { allowRelaxed: true }, ${storeBuffering(false)});`;

async function report(...args: string[]): Promise<{ code: number; checks: readonly CheckReport[]; err: string }> {
  const { code, out, err } = await fencepost(['check', '--format', 'json', ...args]);
  return { code, checks: out === '' ? [] : (JSON.parse(out) as Report).checks, err };
}

const modelsOf = (checks: readonly CheckReport[]): string[] => checks.map(({ model }) => model);

describe('fencepost check of a test file', () => {
  it('has a program for each check, and shows failures with a column for each thread', async () => {
    const { code, out, err } = await fencepost(['check', counter, '--model', 'sc']);
    expect([code, err]).toEqual([1, '']);
    const lines = out.split('\n');
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      `${counter}: counted`,
      `${counter}: lost`,
      expect.stringMatching(/^2 programs: 1 fails \(1 bug under SC\), 1 is safe · 2 checks, /),
    ]);
    expect(out).toMatch(/^ +one +two$/m);
    expect(out).toMatch(/SC {2}.*an update is lost/);
    expect(out).toMatch(/counter\[0\] = 1/);
    expect(out).toMatch(/replay {2}fencepost replay \S+ '?fp1:\S+ --model sc --program lost\n/);
  });

  it.each(['ts', 'mts', 'tsx', 'js', 'mjs', 'jsx'])('reads .%s', async (extension) => {
    const typed = extension.includes('t') ? 'const number: number = 1;' : '';
    const path = testFile(`kinds.${extension}`, typed, `check('counted', ${COUNTED});`);
    expect((await report(path, '--model', 'sc')).code).toBe(0);
  });

  it.each(['cjs', 'cts'])('reads .%s', async (extension) => {
    const path = file(`kinds.${extension}`, `const { check } = require('fencepost');\ncheck('counted', ${COUNTED});\n`);
    expect((await report(path, '--model', 'sc')).code).toBe(0);
  });

  it('reports where a failure of JavaScript can happen', async () => {
    const notes = async (...args: string[]): Promise<string[][]> =>
      (await report(...args)).checks.map((check) => check.notes.map((note) => note.slice(0, 24)));
    expect(await notes(flags)).toEqual([[], ['a failure under ARMv8 ca']]);
    expect(await notes(flags, '--model', 'sc,tso,pso')).toEqual([[], ['a failure under TSO can '], []]);
    const safe = ['no data race: every engi'];
    expect(await notes(counter)).toEqual([safe, safe, ['a failure under SC can h'], []]);
    const { out } = await fencepost(['check', flags]);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/ ARMv8 note: a failure under ARMv8 can happen on phones, /);
  });

  it('prints and writes the same as for other programs', async () => {
    const html = join(folder, 'flags.html');
    const { code, out } = await fencepost(['check', flags, '--format', 'junit', '--report', `html=${html}`]);
    expect(code).toBe(1);
    expect(out).toMatch(/<testsuite.*<testcase [^>]*flags/s);
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>.*both are late/is);
  });

  it('works with monitors, too', async () => {
    const { code, checks } = await report(flags, '--method', 'monitor', '--model', 'tso');
    expect([code, checks[0]!.verdict]).toEqual([1, 'failing']);
  });

  it('follows the imports of the file, with the packages to include', async () => {
    file(
      'node_modules/shared-counter/package.json',
      '{ "name": "shared-counter", "type": "module", "main": "index.js" }',
    );
    file('node_modules/shared-counter/index.js', 'export function count(counter) {\n  counter[0]++;\n}\n');
    const check = `check('counts', { models: ['sc'] }, ${counting('count(counter)')});`;
    const path = testFile('included.test.ts', "import { count } from 'shared-counter';", check);
    const { code, checks } = await report(path, '--include', 'shared-counter');
    expect(code).toBe(1);
    expect(checks[0]!.replay).toEqual(['--model', 'sc', '--include', 'shared-counter']);
    const replayed = await fencepost(['replay', path, checks[0]!.schedule!, ...checks[0]!.replay]);
    expect([replayed.code, replayed.err]).toEqual([1, '']);
    expect(replayed.out).toMatch(/fails: .*an update is lost/);
    file('fencepost.config.json', '{ "include": ["shared-counter"] }');
    expect((await report(path, '--config', join(folder, 'fencepost.config.json'))).code).toBe(1);
  });
});

describe('the settings of a check', () => {
  const settings = "{ models: ['tso'], races: true, maxExecutions: 1, all: true }";
  const path = testFile('settings.test.ts', `check('counted', ${settings}, ${storeBuffering(false)});`);

  it('hold unless the command line says otherwise', async () => {
    const { code, checks } = await report(path);
    expect(modelsOf(checks)).toEqual(['tso']);
    expect(checks[0]!.failures.map(({ kind }) => kind)).toEqual(['data race', 'data race']);
    expect(checks[0]!.incomplete).toMatchObject({ stoppedBy: 'executions' });
    expect(checks[0]!.replay).toContain('--races');
    expect(code).toBe(1);
    const asked = await report(path, '--model', 'sc,pso', '--max-executions', '1000');
    expect(modelsOf(asked.checks)).toEqual(['sc', 'pso']);
    expect(asked.checks.map(({ incomplete }) => incomplete)).toEqual([null, null]);
  });

  it('hold unless the configuration says otherwise', async () => {
    const config = file('settings.json', '{ "models": ["pso"] }');
    expect(modelsOf((await report(path, '--config', config)).checks)).toEqual(['pso']);
  });

  it('are for that check alone', async () => {
    const two = testFile('two.test.ts', benign, `check('strict', ${storeBuffering(false)});`);
    expect(modelsOf((await report(path, two)).checks)).toEqual(['tso', 'sc', 'arm64', 'sc', 'arm64']);
    expect((await report(two)).code).toBe(1);
    expect((await report(testFile('one.test.ts', benign))).code).toBe(0);
  });

  it('may bound its time', async () => {
    const many = counting('for (let i = 0; i < 4; i++) Atomics.add(counter, 0, 1)').replace(
      "'two'",
      "'two', 'three', 'four'",
    );
    const slow = `check('slow', { models: ['sc'], maxTime: 0.2 }, ${many.replace('!== 2', '!== 16')});`;
    const { code, checks, err } = await report(testFile('slow.test.ts', slow, `check('counted', ${COUNTED});`));
    expect(code).toBe(3);
    expect(checks.map(({ incomplete }) => incomplete?.stoppedBy)).toEqual(['time', undefined, undefined]);
    expect(err).toMatch(/to resume: fencepost check --resume fpr-/);
  });
});

describe('a search that was stopped', () => {
  const part = file('part.ts', 'export const amount: number = 1;\n');
  const text = `import { amount } from './part.js';\ncheck('counted', { models: ['sc'], maxExecutions: 1 }, ${counting('Atomics.add(counter, 0, amount)')});`;
  const path = testFile('resumed.test.ts', text);

  async function token(): Promise<string> {
    const { code, err } = await report(path);
    expect(code).toBe(3);
    return /--resume (\S+)/.exec(err)![1]!;
  }

  it('goes on to its end, beyond the limits of the check itself', async () => {
    const { code, checks } = await report('--resume', await token());
    expect(code).toBe(0);
    expect(checks).toMatchObject([{ verdict: 'safe', executions: 2, incomplete: null }]);
  });

  it('does not if a file that the check is about has changed', async () => {
    const before = await token();
    writeFileSync(part, 'export const amount: number = 2;\n');
    const { code, err } = await report('--resume', before);
    expect(code).toBe(2);
    expect(err).toMatch(/resumed\.test\.ts has changed since .*BAD_RESUME/);
  });
});

describe('fencepost replay of a test file', () => {
  it('shows the execution of the check that is named', async () => {
    const { checks } = await report(counter, '--model', 'sc');
    const lost = checks.find(({ program }) => program === 'lost')!;
    const { code, out } = await fencepost(['replay', counter, lost.schedule!, ...lost.replay]);
    expect(code).toBe(1);
    expect(out).toMatch(/: lost under sc\n/);
    expect(out).toMatch(/fails: .*an update is lost/);
  });
});

describe('a TypeScript module that exports programs', () => {
  it('is checked as one in JavaScript', async () => {
    const source = join(import.meta.dirname, '../packages/fencepost/src/index.ts');
    const path = file(
      'programs.ts',
      `import { program, store } from '${source}';
const value: number = 1;
export default program('one store', (p) => {
  const x = p.variable('x');
  p.thread('only', function* () {
    yield store(x, value);
  });
});
`,
    );
    const { code, checks } = await report(path, '--model', 'sc');
    expect([code, checks.map(({ program }) => program)]).toEqual([0, ['one store']]);
  });
});
