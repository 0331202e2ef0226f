import { createRequire } from 'node:module';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkProgram } from '@fencepost/check';
import { loadChecks } from '@fencepost/javascript';
import type DataLoader from 'dataloader';
import type Keyv from 'keyv';
import type pMemoize from 'p-memoize';
import type { pMemoizeClear } from 'p-memoize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';

// Async packages as their users get them, with tasks (docs/evidence/packages.md).

const VERSIONS = {
  'async-lock': '1.5.0',
  'async-mutex': '0.5.0',
  'async-sema': '3.1.1',
  'await-lock': '3.0.0',
  bottleneck: '2.19.5',
  dataloader: '2.2.3',
  keyv: '5.6.0',
  'lru-cache': '11.5.3',
  'p-limit': '7.3.3',
  'p-map': '7.1.1',
  'p-memoize': '8.0.0',
  'p-queue': '9.3.5',
};

/** Verdict and number of executions. */
const EXPECTED: Readonly<Record<keyof typeof VERSIONS, Readonly<Record<string, string>>>> = {
  'async-lock': { 'a key excludes': 'safe, 10' },
  'async-mutex': { 'a mutex excludes': 'safe, 10', 'a semaphore of 2 does not': 'failing, 98' },
  'async-sema': { 'a semaphore of 1 excludes': 'safe, 4' },
  'await-lock': { 'a lock excludes': 'safe, 10' },
  bottleneck: { 'a limit of 1 excludes': 'safe, 156' },
  dataloader: {
    'two tasks load a key once': 'safe, 4',
    'a key is cleared after a write': 'safe, 8',
    'a key is cleared before a write': 'failing, 8',
  },
  keyv: { 'tasks read and write an entry': 'failing, 20' },
  'lru-cache': { 'two tasks fetch a key once': 'safe, 4', 'a key is deleted during a fetch': 'safe, 15' },
  'p-limit': { 'a limit of 1 excludes': 'safe, 10' },
  'p-map': { 'three items, two at a time': 'safe, 4' },
  'p-memoize': { 'two tasks share a call': 'safe, 4', 'the cache is cleared during a call': 'failing, 4' },
  'p-queue': { 'a concurrency of 1 excludes': 'safe, 58', 'a concurrency of 2 does not': 'failing, 256' },
};

let folder = '';
beforeAll(async () => {
  const installed = await installPackages(VERSIONS);
  folder = await mkdtemp(path.join(tmpdir(), 'fencepost-async-packages-'));
  await symlink(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await cp(path.join(import.meta.dirname, 'packages', 'async'), folder, { recursive: true });
}, INSTALL_TIMEOUT);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(Object.entries(EXPECTED))('%s', { timeout: 120_000 }, async (name, expected) => {
  const { checks } = await loadChecks(path.join(folder, `${name}.check.ts`));
  const found = checks.map(({ name: title, program }) => {
    const [result] = checkProgram(program, { models: ['sc'], maxSeconds: 100 });
    return [title, `${result!.verdict}, ${result!.executions}`] as const;
  });
  expect(Object.fromEntries(found)).toEqual(expected);
});

describe('in Node itself', () => {
  const loaded = (name: string): unknown => createRequire(path.join(folder, 'any.js'))(name);
  const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('p-memoize caches an old value', async () => {
    const { default: memoize, pMemoizeClear: clear } = (await import(
      pathToFileURL(path.join(folder, 'node_modules', 'p-memoize', 'dist', 'index.js')).href
    )) as { readonly default: typeof pMemoize; readonly pMemoizeClear: typeof pMemoizeClear };
    let row = 1;
    let answer = (): void => undefined;
    const memoized = memoize(async () => {
      const read = row;
      await new Promise<void>((resolve) => (answer = resolve));
      return read;
    });
    const first = memoized();
    await turn();
    row = 2;
    clear(memoized);
    answer();
    expect([await first, await memoized()]).toEqual([1, 1]);
  });

  test('keyv loses an update of tasks that read and write', async () => {
    const { default: Store } = loaded('keyv') as { readonly default: typeof Keyv };
    const keyv = new Store({ store: new Map() });
    const increment = async (): Promise<unknown> => keyv.set('n', ((await keyv.get<number>('n')) ?? 0) + 1);
    await Promise.all([increment(), increment()]);
    expect(await keyv.get('n')).toBe(1);
  });

  test('dataloader keeps an old row if its key is cleared before the write', async () => {
    const Loader = loaded('dataloader') as typeof DataLoader;
    let row = 1;
    const loader = new Loader(async (keys: readonly string[]) => Promise.resolve(keys.map(() => row)));
    loader.clear('k');
    await loader.load('k');
    row = 2;
    expect(await loader.load('k')).toBe(1);
  });
});
