import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkProgram, testProgram } from '@fencepost/check';
import { assert, load, program, store } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const message = join(EXAMPLES, 'typescript/message.check.ts');
const x86Test = join(EXAMPLES, 'litmus/SB.litmus');
const cTest = join(EXAMPLES, 'litmus-c/MP.litmus');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Checked {
  readonly model: string;
}

/** Runs a command and returns its output without times. */
async function output(...args: string[]): Promise<string> {
  const { out, err } = await fencepost(args);
  expect(err).toBe('');
  return out.replaceAll(/"seconds": [\d.e-]+|\d+\.\d\d s/g, 'T');
}

async function checkedModels(...args: string[]): Promise<string[]> {
  const { out, err } = await fencepost(['check', ...args, '--format', 'json']);
  expect(err).toBe('');
  return (JSON.parse(out) as { checks: Checked[] }).checks.map(({ model }) => model);
}

const messages = program('messages', (p) => {
  const [data, flag] = [p.variable('data'), p.variable('flag')];
  p.thread('writer', function* () {
    yield store(data, 1);
    yield store(flag, 1);
  });
  p.thread('reader', function* () {
    if ((yield load(flag)) === 1) assert((yield load(data)) === 1, 'old data');
  });
});

describe('a model alias', () => {
  it.each([
    ['x86', 'tso'],
    ['arm', 'arm64'],
    ['c11', 'rc11'],
  ])('%s gives the same report as %s', async (alias, name) => {
    const report = await output('check', message, '--model', name, '--format', 'json');
    expect(await output('check', message, '--model', alias, '--format', 'json')).toBe(report);
    expect(report).toContain(`"model": "${name}"`);
    const results = checkProgram(messages, { models: [alias] });
    expect(results.map(({ model, verdict }) => [model, verdict])).toEqual(
      checkProgram(messages, { models: [name] }).map(({ model, verdict }) => [model, verdict]),
    );
    expect(await output('litmus', cTest, '--model', alias)).toBe(await output('litmus', cTest, '--model', name));
  });

  it('is accepted in configurations, checks and tests', async () => {
    const config = join(folder, 'fencepost.config.json');
    writeFileSync(config, '{ "models": ["x86", "tso", "arm"] }');
    expect(await checkedModels(message, '--config', config)).toEqual(['tso', 'arm64']);
    const file = join(folder, 'own.check.ts');
    writeFileSync(
      file,
      "import { check } from 'fencepost';\ncheck('own', { models: ['sc', 'c11'] }, (t) => t.thread('a', () => {}));\n",
    );
    expect(await checkedModels(file)).toEqual(['sc', 'rc11']);
    expect(testProgram(messages, { models: ['x86'], maxExecutions: 5 }).map(({ model }) => model)).toEqual(['tso']);
  });

  it('is accepted by replay', async () => {
    const { out } = await fencepost(['check', message, '--model', 'arm', '--format', 'json']);
    const { schedule } = (JSON.parse(out) as { checks: { failures: { counterexample: { schedule: string } }[] }[] })
      .checks[0]!.failures[0]!.counterexample;
    const replay = await output('replay', message, schedule, '--model', 'arm64');
    expect(await output('replay', message, schedule, '--model', 'arm')).toBe(replay);
    expect((await fencepost(['replay', message, schedule, '--model', 'all'])).err).toContain(
      '--model takes one model, not all',
    );
  });
});

describe('--model all', () => {
  it('checks a program under every model that accepts it', async () => {
    expect(await checkedModels(message, '--model', 'all')).toEqual(['sc', 'tso', 'pso', 'rc11', 'arm64']);
    expect(await checkedModels(message, '--model', 'all', '--method', 'monitor')).toEqual(['sc', 'tso', 'pso']);
    expect(await checkedModels(cTest, '--model', 'all')).toEqual(['sc', 'tso', 'pso', 'rc11', 'arm64']);
    expect(await checkedModels(x86Test, '--model', 'all')).toEqual(['sc', 'tso', 'pso']);
  });

  it('tests a program under every model with a machine, except special ones', async () => {
    expect(testProgram(messages, { models: ['all'], maxExecutions: 5 }).map(({ model }) => model)).toEqual([
      'tso',
      'pso',
    ]);
    const { out } = await fencepost(['test', message, '--model', 'all', '--max-executions', '5', '--format', 'json']);
    expect((JSON.parse(out) as { tests: Checked[] }).tests.map(({ model }) => model)).toEqual(['tso', 'pso']);
  });

  it('leaves out special models, which may be named next to it', async () => {
    expect(await checkedModels(x86Test, '--model', 'all,ibm370')).toEqual(['sc', 'tso', 'pso', 'ibm370']);
    const tested = testProgram(messages, { models: ['all', 'pslo'], maxExecutions: 5 });
    expect(tested.map(({ model }) => model)).toEqual(['tso', 'pso', 'pslo']);
  });

  it('runs a litmus test under the models of its dialect that the explorer knows', async () => {
    const modelsIn = async (...args: string[]): Promise<string[]> =>
      [
        ...(await output('litmus', ...args, '--model', 'all')).matchAll(
          /^\S* +(\w+) +(?:allowed|forbidden|Ok|No|Yes)/gm,
        ),
      ].map(([, model]) => model!);
    expect(await modelsIn(x86Test)).toEqual(['sc', 'tso', 'pso']);
    expect(await modelsIn(x86Test, '--explorer', 'oracle')).toEqual(['sc', 'tso', 'pso']);
    expect(await modelsIn(cTest)).toEqual(['sc', 'tso', 'pso', 'rc11', 'arm64']);
  });

  it('repairs a litmus test under all models that accept it', async () => {
    expect(await output('fix', x86Test, '--model', 'all')).toContain('SC, TSO, PSO:');
  });
});
