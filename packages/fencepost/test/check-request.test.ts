import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkRequestOf } from '../src/cli/check/check-request.js';
import { CHECK } from '../src/cli/check/command.js';
import { fencepost } from '@fencepost/testing/terminal';
import { argumentsOf, asked } from '../src/options/command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** With a configuration in the current folder, or without: the values of all groups. */
async function request(args: readonly string[], config?: object): Promise<Readonly<Record<string, unknown>>> {
  const here = mkdtempSync(join(folder, 'project-'));
  if (config !== undefined) writeFileSync(join(here, 'fencepost.config.json'), JSON.stringify(config));
  const { run, load, search, limits, output } = checkRequestOf(await asked(CHECK, argumentsOf(CHECK, args), here));
  return { ...run, ...load, ...search, ...limits, ...output };
}

describe('a request', () => {
  it('may name packages in one list, in several, or both', async () => {
    const { include } = await request([
      'ring.test.ts',
      '--include',
      'one, two',
      '--include=@scope/three',
      '--include',
      'two',
    ]);
    expect(include).toEqual(['one', 'two', '@scope/three']);
    await expect(request(['ring.test.ts', '--include', 'one,,two'])).rejects.toThrow('--include has an empty name');
  });

  it('has defaults', async () => {
    expect(await request(['queue.c'])).toEqual({
      open: false,
      quiet: false,
      files: ['queue.c'],
      models: undefined,
      method: 'graph',
      all: false,
      races: false,
      allowRelaxed: false,
      preemptions: undefined,
      maxExecutions: undefined,
      maxTime: undefined,
      maxMemory: undefined,
      maxDepth: undefined,
      unroll: undefined,
      daemons: [],
      spurious: false,
      volatile: 'plain',
      threadIds: 'glibc',
      allocFails: false,
      failOnExit: false,
      criterion: undefined,
      seed: undefined,
      include: [],
      exclude: [],
      compiler: [],
      testCases: [],
      compileCommands: undefined,
      format: 'text',
      reports: [],
      progress: 'auto',
      colour: 'auto',
      jobs: 1,
      first: false,
      symmetry: 'auto',
      resume: undefined,
      repair: 'auto',
      explain: false,
      costs: undefined,
      config: undefined,
      noConfig: false,
    });
  });

  it('has every option of the command line', async () => {
    const args = [
      ...['queue.c', './queue.c', '--model', 'pso, tso,pso', '--method=monitor', '--all', '--allow-relaxed'],
      ...[
        '--preemptions',
        '2',
        '--max-executions=1000',
        '--max-time',
        '5m',
        '--max-memory',
        '2g',
        '--max-depth',
        '50',
        '--unroll',
        '4',
      ],
      ...[
        '--spurious',
        '--thread-ids',
        'posix',
        '--volatile',
        'relaxed',
        '--alloc-fails',
        '--fail-on-exit',
        '--criterion',
        'sequential',
        '--seed',
        '7',
        '--format',
        'sarif',
        '--report',
        'html=a.html',
        '--report=json=a.json',
      ],
      ...['--test-case', 'a, b', '--test-case=Q.*', '--compile-commands', 'build'],
      ...[
        '--include',
        'ringbuf.js',
        '--include=@scope/queue',
        '--exclude=lodash,@babel/*',
        '--progress',
        'json',
        '--jobs',
        '3',
        '--symmetry',
        'off',
      ],
      ...[
        '--daemon',
        'poller,thread 2',
        '--color',
        'never',
        '-q',
        '-o',
        '--explain',
        '--no-config',
        '--',
        '-DSIZE=2',
        'ring.c',
      ],
    ];
    expect(await request(args, { files: ['other.c'] })).toEqual({
      open: true,
      quiet: true,
      files: ['./queue.c'],
      models: ['pso', 'tso'],
      method: 'monitor',
      all: true,
      races: false,
      allowRelaxed: true,
      preemptions: 2,
      maxExecutions: 1000,
      maxTime: 300,
      maxMemory: 2048,
      symmetry: 'off',
      maxDepth: 50,
      unroll: 4,
      daemons: ['poller', 'thread 2'],
      spurious: true,
      volatile: 'relaxed',
      threadIds: 'posix',
      allocFails: true,
      failOnExit: true,
      criterion: 'sequential',
      seed: 7,
      include: ['ringbuf.js', '@scope/queue'],
      exclude: ['lodash', '@babel/*'],
      compiler: ['-DSIZE=2', 'ring.c'],
      testCases: ['a, b', 'Q.*'],
      compileCommands: 'build',
      format: 'sarif',
      reports: [
        { format: 'html', file: 'a.html' },
        { format: 'json', file: 'a.json' },
      ],
      progress: 'json',
      colour: 'never',
      jobs: 3,
      first: false,
      resume: undefined,
      repair: 'auto',
      explain: true,
      costs: undefined,
      config: undefined,
      noConfig: true,
    });
    expect((await request(['queue.c', '--races']))['races']).toBe(true);
  });

  it('may be for help, with any other arguments', async () => {
    expect(await fencepost(['check', '-h', '--model', 'x'])).toMatchObject({ code: 0, err: '' });
  });

  it('takes missing values from the configuration', async () => {
    const config = {
      ...{ files: ['queue.c'], models: ['tso'], method: 'monitor', all: true, allowRelaxed: true, preemptions: 3 },
      ...{ maxExecutions: 10, maxTime: '2m', maxDepth: 9, unroll: 2, spurious: true, seed: 5, compiler: ['-DX'] },
      include: ['ringbuf.js'],
      daemons: ['poller'],
      jobs: 4,
      reports: { html: '/tmp/report.html' },
    };
    const here = expect.stringMatching(/project-\w+\/queue\.c$/) as string;
    expect(await request([], config)).toMatchObject({
      ...{ files: [here], models: ['tso'], method: 'monitor', all: true, allowRelaxed: true, preemptions: 3 },
      ...{ maxExecutions: 10, maxTime: 120, maxDepth: 9, unroll: 2, spurious: true, seed: 5, compiler: ['-DX'] },
      include: ['ringbuf.js'],
      daemons: ['poller'],
      jobs: 4,
      reports: [{ format: 'html', file: '/tmp/report.html' }],
    });
    const args = [
      ...['a.c', '--model=sc', '--method=graph', '--max-executions=1', '--max-time=1', '--max-depth=1', '--unroll=1'],
      ...['--seed=1', '--include=queue', '--report=json=x', '--', '-DY'],
    ];
    expect(await request(args, config)).toMatchObject({
      ...{ files: ['a.c'], models: ['sc'], method: 'graph', preemptions: undefined, maxExecutions: 1, maxTime: 1 },
      ...{
        maxDepth: 1,
        unroll: 1,
        seed: 1,
        include: ['queue'],
        compiler: ['-DY'],
        reports: [{ format: 'json', file: 'x' }],
      },
    });
    expect((await request([], { files: ['a.c'], races: true }))['races']).toBe(true);
  });

  it('may resume another, with its own limits and output', async () => {
    const args = ['--resume', 'token', '--max-time=1m', '--max-executions=5', '--allow-relaxed', '--format=json'];
    const more = ['--report=html=a.html', '--progress=none', '--color=always', '--jobs=2'];
    expect(await request([...args, ...more], { files: ['queue.c'] })).toMatchObject({
      ...{ resume: 'token', files: [], maxTime: 60, maxExecutions: 5, allowRelaxed: true, format: 'json' },
      ...{ reports: [{ format: 'html', file: 'a.html' }], progress: 'none', colour: 'always', jobs: 2 },
    });
    expect((await request(['--resume', 'token'], { maxTime: 7 }))['maxTime']).toBe(7);
  });

  it.each([
    [['a.c', '--model', 'tso,'], /no model ''/, /models are sc, ibm370, tso, pso, pslo/],
    [['a.c', '--model', 'pslo'], /under pslo, only tested/, /fencepost test --model pslo/],
    [['a.c', '--method', 'graf'], /no method 'graf'/, /did you mean graph\?/],
    [['a.c', '--format', 'junitt'], /no format 'junitt'/, /did you mean junit\? \(formats are text, json, sarif, /],
    [['a.c', '--format', 'html'], /HTML cannot be printed/, /--report html=fencepost\.html/],
    [['a.c', '--progress', 'jsn'], /no progress mode 'jsn'/, /did you mean json\?/],
    [['a.c', '--color', 'allways'], /no colour choice 'allways'/, /did you mean always\?/],
    [['a.c', '--max-time', '5min'], /--max-time takes a duration, not '5min'/, /5m/],
    [['a.c', '--jobs', '0'], /--jobs takes a whole number from 1 to 1024, not '0'/, undefined],
    [['a.c', '--jobs', '4294967296'], /--jobs takes a whole number from 1 to 1024, not '4294967296'/, undefined],
    [['a.c', '--races', '--method', 'monitor'], /--races works with .* graph only/, /omit --method/],
    [['a.c', '--config', 'x.json', '--no-config'], /--config cannot be combined with --no-config/, /omit one/],
    [['--resume', 't', '--model', 'tso'], /--model cannot be used with --resume/, /you may only give .*--max-time, /],
    [['--resume', 't', '--exclude=x'], /--exclude cannot be used with --resume/, /its original options/],
    [['--resume', 't', '--include=x'], /--include cannot be used with --resume/, /its original options/],
    [['--resume', 't', '--races'], /--races cannot be used with --resume/, /--report/],
    [['ring.ts', '--', '-DX'], /nothing to compile/, /omit them/],
    [['--resume', 't', '--', '-O1'], /flags for the compiler cannot be used with --resume/, /its original options/],
    [['a.c', '--resume', 't'], /files cannot be used with --resume/, /its original options/],
    [['--resume='], /--resume needs a token/, /prints its token/],
  ])('is refused: %j', async (args, message, hint) => {
    await expect(request(args)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(message) as string,
      hint: hint === undefined ? undefined : (expect.stringMatching(hint) as string),
    });
  });
});
