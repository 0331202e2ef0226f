import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { COMPILERS, NODES, copyExample, nodeOf, pack, projectWith, run, writeFiles } from './installed.js';

// The package alone, in an otherwise empty folder, on each version of Node.

let project = '';
let withCompilers = '';
beforeAll(async () => {
  const { tarball } = await pack();
  project = await projectWith(tarball);
  // What is installed above a project is found, too.
  withCompilers = await projectWith(tarball, await installPackages(COMPILERS));
  await copyExample('c', withCompilers);
  for (const name of ['c', 'typescript', 'litmus']) await copyExample(name, project);
  await writeFiles(project, { 'typescript/message.test.ts': TEST });
}, INSTALL_TIMEOUT);

const TEST = `import { check, spin } from 'fencepost/node-test';
const words = () => new Int32Array(new SharedArrayBuffer(8));
check('arrives', (t) => {
  const memory: Int32Array = words();
  t.thread('sender', () => Atomics.store(memory, 0, 1));
  t.thread('receiver', () => { while (Atomics.load(memory, 0) === 0) spin(); });
});
check('is lost', { models: ['tso'] }, (t) => {
  const memory: Int32Array = words();
  for (const name of ['one', 'two']) t.thread(name, () => { memory[0]!++; });
  t.after(() => { if (memory[0] !== 2) throw new Error('an update is lost'); });
});
`;

const COMMAND = join('node_modules', 'fencepost', 'bin', 'fencepost.js');

it('is a command', async () => {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const { code, out } = await run(project, npx, ['--no-install', 'fencepost', 'check', 'litmus/SB.litmus']);
  expect(out).toMatch(/TSO +safe, not robust/);
  expect(code).toBe(1);
}, 60_000);

describe.each(NODES)('on Node %s', { timeout: 120_000 }, (version) => {
  let node = '';
  beforeAll(async () => {
    node = await nodeOf(version);
  }, INSTALL_TIMEOUT);

  it('runs as that version', async () => {
    expect((await run(project, node, ['--version'])).out).toBe(`v${version}\n`);
  });

  it.skipIf(!canCompile)('checks C', async () => {
    const { code, out } = await run(project, node, [COMMAND, 'check', 'c/message.c']);
    expect(out).toMatch(/RC11 +fails/);
    expect(code).toBe(1);
  });

  // V8's compiled code of the first is there for the others, and each has something to compile.
  it('checks C with compilers from npm, again and again', { timeout: 300_000 }, async () => {
    const env = { PATH: '', FENCEPOST_CACHE: join(withCompilers, `cache-${version}`) };
    for (const flag of ['-DFIRST', '-DSECOND', '-DTHIRD']) {
      const args = [COMMAND, 'check', 'c/message.c', '--repair', 'never', '--', flag];
      const { code, out } = await run(withCompilers, node, args, env);
      expect(out).toMatch(/^c\/message\.c\n[^]*RC11 +fails/);
      expect(code).toBe(1);
    }
  });

  it.each([
    ['typescript/message.check.ts', /SC +safe[^]*ARMv8 +fails/],
    ['litmus/MP.litmus', /TSO +safe and robust[^]*PSO +safe, not robust/],
  ])('checks %s', async (file, verdicts) => {
    const { code, out } = await run(project, node, [COMMAND, 'check', file]);
    expect(out).toMatch(verdicts);
    expect(code).toBe(1);
  });

  it('runs checks as tests of node --test', async () => {
    const args = ['--import', 'fencepost/register', '--test', '--test-reporter', 'tap', 'typescript/message.test.ts'];
    const { code, out } = await run(project, node, args);
    expect(out).toMatch(/^# pass 1$/m);
    expect(out).toMatch(/^# fail 1$/m);
    expect(out).toMatch(/an update is lost/);
    expect(code).toBe(1);
  });

  it('is loaded by require', async () => {
    const script = "const { check } = require('fencepost'); console.log(typeof check)";
    const { code, out } = await run(project, node, ['--no-warnings', '-e', script]);
    expect([code, out]).toEqual([0, 'function\n']);
  });
});
