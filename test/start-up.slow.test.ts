import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost, root } from '@fencepost/testing/built';

// Modules of Node that take milliseconds to load: a small check must not wait for those that it does not need.

const folder = mkdtempSync(join(tmpdir(), 'fencepost-start-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

const UNNEEDED = ['child_process', 'internal/deps/undici/undici', 'internal/webstreams/transformstream'];

/** What a thread loads of these when it checks a program. */
async function unneeded(program: string): Promise<unknown> {
  const file = join(folder, 'modules');
  rmSync(file, { force: true });
  const env = {
    NODE_OPTIONS: `--require ${join(root, 'test/fixtures/loaded-modules.cjs')}`,
    LOADED_MODULES: file,
  };
  const { code, err } = await fencepost(['check', program], { env });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const { command, checker } = Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, string[]]));
  return {
    // The checker sets options of V8 (decision 35).
    command: [...UNNEEDED, 'crypto', 'v8'].filter((name) => command!.includes(name)),
    checker: UNNEEDED.filter((name) => checker!.includes(name)),
  };
}

it('a check of a litmus test does not load unneeded modules', { timeout: 120_000 }, async () => {
  expect(await unneeded('examples/litmus/SB.litmus')).toEqual({ command: [], checker: [] });
});

// On a busy machine, a check may take the two seconds after which it saves its state, for which it loads `crypto`.
it.skipIf(!canCompile)('nor does one of a C program that is in the cache', { timeout: 120_000, retry: 3 }, async () => {
  await fencepost(['check', 'examples/c/dekker.c']);
  expect(await unneeded('examples/c/dekker.c')).toEqual({ command: [], checker: [] });
});

const LOADER = 'NativeModule internal/modules/esm/get_format';
const SB = join(root, 'examples/litmus/SB.litmus');

/** Whether the command has loaded an ES module: most of its start-up time would be spent on that. */
async function loadsModules(...args: readonly string[]): Promise<boolean> {
  const file = join(folder, 'modules');
  const { NODE_OPTIONS: _, ...env } = process.env;
  const command = [join(root, 'test/fixtures/started.cjs'), ...args];
  const options = { cwd: folder, env: { ...env, LOADED_MODULES: file } };
  await new Promise((resolve) => {
    execFile(process.execPath, command, options, resolve);
  });
  return (JSON.parse(readFileSync(file, 'utf8')) as string[]).includes(LOADER);
}

it('starts from one file, except with modules of the user', { timeout: 120_000 }, async () => {
  expect(await loadsModules('--version')).toBe(false);
  expect(await loadsModules('check', SB)).toBe(false);
  expect(await loadsModules('--help')).toBe(true);
  writeFileSync(join(folder, 'fencepost.config.json'), '{}');
  expect(await loadsModules('check', SB)).toBe(true);
  expect(await loadsModules('check', SB, '--no-config')).toBe(false);
});
