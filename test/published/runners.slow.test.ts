import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import type { Ended } from './installed.js';
import { NODES, RUNNERS, nodeOf, pack, projectWith, run, writeFiles } from './installed.js';

// The package with test runners, as projects use them. `npm run campaign -- published` does it on each version of Node.

/** Two checks, of which the second fails. */
const CHECKS = `
check('counts', (t) => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['one', 'two']) t.thread(name, () => Atomics.add(words, 0, 1));
  t.after(() => { if (words[0] !== 2) throw new Error('an update is lost'); });
});
check('fails to count', { models: ['tso'] }, (t) => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['one', 'two']) t.thread(name, () => { words[0] = words[0]! + 1; });
  t.after(() => { if (words[0] !== 2) throw new Error('an update is lost'); });
});
`;
const inModule = (adapter: string): string => `import { check } from '${adapter}';${CHECKS}`;
const inJavaScript = (text: string): string => text.replaceAll(']!', ']');

const tsJest = (options: object): Readonly<Record<string, string>> => ({
  'package.json': JSON.stringify({ jest: { preset: 'ts-jest' } }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'ES2022', strict: true, types: ['jest', 'node'], ...options },
  }),
  'counter.test.ts': inModule('fencepost/jest'),
});

const PROJECTS = {
  vitest: {
    'vitest.config.ts': "import fencepost from 'fencepost/vite';\nexport default { plugins: [fencepost()] };\n",
    'counter.test.ts': inModule('fencepost/vitest'),
  },
  'jest-commonjs': {
    'package.json': '{}',
    'counter.test.js': inJavaScript(`const { check } = require('fencepost/jest');${CHECKS}`),
  },
  'jest-esm': {
    'package.json': '{ "type": "module", "jest": { "transform": {} } }',
    'counter.test.js': inJavaScript(inModule('fencepost/jest')),
  },
  'ts-jest-node10': tsJest({ module: 'commonjs', moduleResolution: 'node10' }),
  'ts-jest-node16': tsJest({ module: 'node16', moduleResolution: 'node16' }),
  mocha: {
    'counter.test.mjs': inJavaScript(inModule('fencepost')),
    'of-node.test.mjs': inJavaScript(inModule('fencepost/node-test')),
    'ends.mjs': "import './counter.test.mjs';\nprocess.exit(0);\n",
  },
};

let project = '';
beforeAll(async () => {
  const { tarball } = await pack();
  // What is installed above a project is found, too.
  project = await projectWith(tarball, await installPackages(RUNNERS));
  for (const [name, files] of Object.entries(PROJECTS)) await writeFiles(join(project, name), files);
}, INSTALL_TIMEOUT);

const versions = process.env['FENCEPOST_NODES'] === 'all' ? NODES : ([process.versions.node] as const);

describe.each(versions)('on Node %s', { timeout: 120_000 }, (version) => {
  let node = process.execPath;
  beforeAll(async () => {
    if (version !== process.versions.node) node = await nodeOf(version);
  }, INSTALL_TIMEOUT);

  const runIn = (folder: keyof typeof PROJECTS, bin: string, ...args: string[]): Promise<Ended> =>
    run(join(project, folder), node, [join(project, '..', 'node_modules', bin), ...args]);

  it('Vitest runs checks as tests', async () => {
    const { code, out } = await runIn('vitest', 'vitest/vitest.mjs', 'run');
    expect(out).toMatch(/Tests +1 failed \| 1 passed \(2\)/);
    expect(out).toMatch(/an update is lost/);
    expect(code).toBe(1);
  });

  it.each(['jest-commonjs', 'ts-jest-node10', 'ts-jest-node16'] as const)('Jest does: %s', async (folder) => {
    const { code, out } = await runIn(folder, 'jest/bin/jest.js');
    expect(out).toMatch(/Tests: +1 failed, 1 passed, 2 total/);
    expect(out).toMatch(/an update is lost/);
    expect(code).toBe(1);
  });

  it('Jest does, with modules', async () => {
    const jest = join(project, '../node_modules/jest/bin/jest.js');
    const { code, out } = await run(join(project, 'jest-esm'), node, ['--experimental-vm-modules', jest]);
    expect(out).toMatch(/Tests: +1 failed, 1 passed, 2 total/);
    expect(code).toBe(1);
  });

  it.each([
    ['counter.test.mjs'],
    ['counter.test.mjs', '--exit'],
    ['counter.test.mjs', '--parallel'],
    ['of-node.test.mjs'],
  ])('Mocha, which would not notice a failing check, is refused: %s %s', async (...args) => {
    const { code, out } = await runIn('mocha', 'mocha/bin/mocha.js', ...args);
    expect(out).toMatch(/check from 'fencepost(?:\/node-test)?' does not work in this test runner/);
    expect(code).toBe(1);
  });

  it('Node alone runs checks, and reports if it was ended before', async () => {
    const folder = join(project, 'mocha');
    const ran = await run(folder, node, ['counter.test.mjs']);
    expect(ran.out).toMatch(/TSO +fails/);
    expect(ran.code).toBe(1);
    const ended = await run(folder, node, ['ends.mjs']);
    expect(ended.out).toMatch(/the process ended before its checks were run: 'counts', 'fails to count'/);
    expect(ended.code).toBe(2);
  });
});
