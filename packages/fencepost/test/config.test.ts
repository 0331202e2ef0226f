import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findConfig, loadConfig } from '../src/options/config.js';
import { errorText } from '../src/errors.js';
import type { FencepostError } from '@fencepost/core';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder of its own for each file, as modules are loaded only once. */
function write(name: string, text: string): { path: string; here: string } {
  const here = mkdtempSync(join(folder, 'project-'));
  const path = join(here, name);
  writeFileSync(path, text);
  return { path, here };
}

/** What the user is told, with the file as FILE. */
async function complaint(name: string, text: string): Promise<string> {
  const { path } = write(name, text);
  try {
    await loadConfig(path);
  } catch (error) {
    return errorText(error as FencepostError).replaceAll(path, 'FILE');
  }
  throw new Error('there is nothing to complain about');
}

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs', 'json'];

describe('the configuration file', () => {
  it.each(EXTENSIONS)('is found with the extension .%s', (extension) => {
    const { path, here } = write(`fencepost.config.${extension}`, '');
    expect(findConfig(here)).toBe(path);
  });

  it('need not be there, but there is one at most', () => {
    const { here } = write('fencepost.config.json', '{}');
    writeFileSync(join(here, 'fencepost.config.ts'), '');
    expect(() => findConfig(here)).toThrow(
      expect.objectContaining({
        message: `there is more than one configuration: ${here}/fencepost.config.ts, ${here}/fencepost.config.json`,
        hint: 'keep one, or choose with --config FILE',
      }),
    );
    expect(findConfig(folder)).toBeUndefined();
  });

  it('refuses a name of any length', async () => {
    const { path } = write('fencepost.config.json', JSON.stringify({ ['('.repeat(100_000)]: 1 }));
    await expect(loadConfig(path)).rejects.toMatchObject({ code: 'USAGE' });
  });

  const settings = JSON.stringify({
    ...{ files: ['queue.c', '/elsewhere/stack.c'], models: ['tso', 'sc'], method: 'graph', all: true, races: false },
    ...{ allowRelaxed: true, preemptions: 0, maxExecutions: 10, maxTime: '1.5m', maxDepth: 3, unroll: 2 },
    ...{ spurious: true, failOnExit: true, seed: 0, jobs: 2, include: ['ringbuf.js'], daemons: ['poller'] },
    ...{ compiler: ['-Iinclude', '-I', 'more', '-DX=a.c', '-x', 'c', 'ring.c'] },
    reports: { html: 'out/report.html', sarif: '/elsewhere/x' },
  });
  const MODULE = `export default ${settings};\n`;
  const TYPED = `import type { FencepostConfig } from 'fencepost';\nexport default ${settings} satisfies FencepostConfig;\n`;

  it.each([
    ['ts', TYPED],
    ['mts', TYPED],
    ['js', MODULE],
    ['mjs', MODULE],
    ['json', settings],
  ])('has every setting, in .%s', async (extension, text) => {
    const { path, here } = write(`my.${extension}`, text);
    expect(await loadConfig(path)).toEqual({
      files: [join(here, 'queue.c'), '/elsewhere/stack.c'],
      models: ['tso', 'sc'],
      method: 'graph',
      all: true,
      races: false,
      allowRelaxed: true,
      preemptions: 0,
      maxExecutions: 10,
      maxTime: 90,
      maxDepth: 3,
      unroll: 2,
      spurious: true,
      failOnExit: true,
      seed: 0,
      jobs: 2,
      include: ['ringbuf.js'],
      daemons: ['poller'],
      compiler: [`-I${here}/include`, '-I', join(here, 'more'), '-DX=a.c', '-x', 'c', join(here, 'ring.c')],
      reports: [
        { format: 'html', file: join(here, 'out/report.html') },
        { format: 'sarif', file: '/elsewhere/x' },
      ],
    });
    expect(readdirSync(here)).toEqual([`my.${extension}`]);
  });

  it('in TypeScript may import its neighbours', async () => {
    const { path, here } = write(
      'fencepost.config.ts',
      "import { models } from './shared/models.mjs';\nexport default { models, maxTime: 5 as number };\n",
    );
    mkdirSync(join(here, 'shared'));
    writeFileSync(join(here, 'shared/models.mjs'), "export const models = ['pso'];\n");
    expect(await loadConfig(path)).toEqual({ models: ['pso'], maxTime: 5 });
    expect(readdirSync(here).sort()).toEqual(['fencepost.config.ts', 'shared']);
  });

  it('in TypeScript may have syntax that Node cannot simply strip', async () => {
    const { path, here } = write(
      'fencepost.config.ts',
      'enum Seed {\n  Mine = 7,\n}\nexport default { seed: Seed.Mine as number };\n',
    );
    expect(await loadConfig(path)).toEqual({ seed: 7 });
    expect(readdirSync(here)).toEqual(['fencepost.config.ts']);
  });

  it('may leave settings undefined', async () => {
    expect(await loadConfig(write('a.mjs', 'export default { seed: undefined };').path)).toEqual({});
  });
});

describe('a mistake in the configuration', () => {
  it.each([
    // Settings.
    [
      'json',
      '{\n  "models": ["tso"],\n  "modles": 1\n}',
      "FILE:3: there is no setting 'modles' [USAGE]\n  hint: did you mean models?",
    ],
    [
      'json',
      '{ "maxTime": ["90s"] }',
      "FILE:1: maxTime cannot be [ '90s' ] [USAGE]\n  hint: it takes a number of seconds",
    ],
    [
      'json',
      '{ "daemons": ["poller", " "] }',
      "FILE:1: daemons cannot be [ 'poller', ' ' ] [USAGE]\n  hint: it takes non-empty names",
    ],
    ['json', '{ "include": [""] }', "FILE:1: include cannot be [ '' ] [USAGE]\n  hint: it takes non-empty names"],
    ['json', '{ "jobs": 1025 }', 'FILE:1: jobs cannot be 1025 [USAGE]\n  hint: it takes a whole number from 1 to 1024'],
    ['json', '{ "verbose": true }', "FILE:1: there is no setting 'verbose' [USAGE]\n  hint: the most similar are "],
    [
      'mjs',
      '// seed: 0\nexport default {\n  seed: 1.5,\n};',
      'FILE:3: seed cannot be 1.5 [USAGE]\n  hint: it takes a whole number of at least 0',
    ],
    [
      'mjs',
      "const key = 'maxDepth';\nexport default { [key]: 0 };",
      'fencepost: FILE: maxDepth cannot be 0 [USAGE]\n  hint: it takes a whole number of at least 1',
    ],
    ['json', '{ "include": "ringbuf.js" }', "FILE:1: include cannot be 'ringbuf.js' [USAGE]"],
    ['json', '{ "unroll": "2" }', "FILE:1: unroll cannot be '2' [USAGE]"],
    ['json', '{ "maxExecutions": -1 }', 'FILE:1: maxExecutions cannot be -1 [USAGE]'],
    ['json', '{ "all": "yes" }', "FILE:1: all cannot be 'yes' [USAGE]\n  hint: it takes true or false"],
    [
      'json',
      '{ "maxTime": "5 minutes" }',
      "FILE:1: maxTime cannot be '5 minutes' [USAGE]\n  hint: it takes a number of seconds, or",
    ],
    ['json', '{ "maxTime": 0 }', 'FILE:1: maxTime cannot be 0 [USAGE]'],
    ['json', '{ "maxTime": null }', 'FILE:1: maxTime cannot be null [USAGE]'],
    [
      'json',
      '{ "files": "queue.c" }',
      "FILE:1: files cannot be 'queue.c' [USAGE]\n  hint: it takes a non-empty list of strings",
    ],
    ['json', '{ "models": [] }', 'FILE:1: models cannot be [] [USAGE]\n  hint: it takes a non-empty list of strings'],
    ['json', '{ "models": ["tos"] }', "FILE:1: there is no model 'tos' [USAGE]\n  hint: did you mean tso?"],
    [
      'json',
      '{ "models": ["pslo"] }',
      'FILE:1: programs cannot be checked under pslo, only tested [USAGE]\n  hint: programs: fencepost test --model pslo; ',
    ],
    ['json', '{ "method": "grpah" }', "FILE:1: there is no method 'grpah' [USAGE]\n  hint: did you mean graph?"],
    ['json', '{ "compiler": [1] }', 'FILE:1: compiler cannot be [ 1 ] [USAGE]'],
    [
      'json',
      '{ "reports": ["out.html"] }',
      "FILE:1: reports cannot be [ 'out.html' ] [USAGE]\n  hint: it takes files by format",
    ],
    ['json', '{ "reports": { "htlm": "a" } }', "FILE:1: there is no format 'htlm' [USAGE]\n  hint: did you mean html?"],
    ['json', '{ "reports": { "html": 1 } }', 'FILE:1: reports.html cannot be 1 [USAGE]\n  hint: it takes a string'],
    ['mjs', 'export default { seed: () => 1 };', 'FILE:1: seed cannot be [Function: seed] [USAGE]'],
    // What is no object.
    ['json', '["queue.c"]', 'fencepost: FILE is not an object with settings [USAGE]\n  hint: write: { "models"'],
    [
      'mjs',
      'export const seed = 1;',
      "fencepost: FILE is not an object with settings [USAGE]\n  hint: write: export default { models: ['sc'] };",
    ],
    [
      'ts',
      'export default null',
      "fencepost: FILE is not an object with settings [USAGE]\n  hint: write: export default { models: ['sc'] } satisfies",
    ],
    ['yaml', 'seed: 1', 'fencepost: FILE is not a configuration [USAGE]\n  hint: it ends in .ts'],
    // What cannot be read.
    ['json', '', 'FILE:1:1: the configuration is not JSON: Unexpected end'],
    ['json', '{\n  "seed": 1,\n}\n', 'FILE:3:1: the configuration is not JSON: '],
    ['json', '{\n  "all": yes\n}\n', 'FILE:2:10: the configuration is not JSON: '],
    ['json', '{\n  "seed": 1\n', 'FILE:3:1: the configuration is not JSON: '],
  ])('.%s: %j', async (extension, text, expected) => {
    const told = await complaint(`my.${extension}`, text);
    expect(told.slice(0, expected.length)).toBe(expected);
    expect(told).toContain('\n  hint: ');
  });

  // How modules are loaded, and what is said if they cannot be, differs from one Node to another.
  it.each([
    ['ts', 'const é = "ü😀";\nexport default { seed: = };\n', /^FILE:2:24: the configuration cannot be loaded: \S/],
    ['mjs', 'export default {\n  seed: = 1 };\n', /^FILE:2:\d: the configuration cannot be loaded: \S/],
    [
      'ts',
      "throw new Error('not today');\n",
      /^(?=.*FILE).*the configuration.* cannot be loaded: not today \[USAGE\]\n/,
    ],
    [
      'mjs',
      "\nthrow new Error('not today');\n",
      /^FILE:2:7: the configuration cannot be loaded: not today \[USAGE\]\n/,
    ],
    ['ts', "import './nowhere.mjs';\n", /^(?=.*FILE).*the configuration.* cannot be loaded: .*nowhere\.mjs/],
  ])('.%s: %j', async (extension, text, expected) => {
    const told = await complaint(`my.${extension}`, text);
    expect(told).toMatch(expected);
    expect(told).toMatch(/\n {2}hint: .* FILE may show more\n$/);
    expect(told).not.toMatch(/\n {4}at |\.ts\.\d+\.mjs/);
  });

  it('leaves nothing behind', async () => {
    const { path, here } = write('fencepost.config.ts', "throw new Error('no');");
    await expect(loadConfig(path)).rejects.toThrow('no');
    expect(readdirSync(here)).toEqual(['fencepost.config.ts']);
  });

  it('may be its path', async () => {
    await expect(loadConfig(join(folder, 'nowhere.json'))).rejects.toThrow(/cannot read .*nowhere\.json/);
  });
});
