import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// What a report says about a test that runs in every order: lines, and names of mock functions. With real runners.

const root = join(import.meta.dirname, '..');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function run(file: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/VITEST|^(?:NODE_|TEST|DEV)/.test(name));
  const env = { ...Object.fromEntries(own), NO_COLOR: '1', ...more };
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, timeout: 120_000 }, (_, out, err) => resolve(out + err));
  });
}

/** Jest is no dependency: it is installed where it stays. */
const JEST = '30.5.2';
const jestFolder = join(tmpdir(), `fencepost-jest-${JEST}`);
const jestBin = join(jestFolder, 'node_modules/jest/bin/jest.js');

async function installJest(): Promise<void> {
  if (existsSync(jestBin)) return;
  mkdirSync(jestFolder, { recursive: true });
  writeFileSync(join(jestFolder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', `jest@${JEST}`], jestFolder);
}

interface Runner {
  readonly file: string;
  /** Two lines of imports, the modules, and `both` of the third line. */
  readonly imports: string;
  /** How the code under test exports `type`. */
  readonly exported: string;
  readonly parent?: string;
  readonly args: readonly string[];
}

const MODULES = { exported: 'export { type };' };
const RUNNERS: Readonly<Record<string, Runner>> = {
  Vitest: {
    ...MODULES,
    file: 'it.test.mjs',
    imports: `import { beforeEach, expect, vi as mocks } from 'vitest'; import { type } from './page.mjs';
import { orders as it } from 'fencepost/vitest';`,
    args: [join(root, 'node_modules/vitest/vitest.mjs'), 'run'],
  },
  Jest: {
    file: 'it.test.cjs',
    imports: `const { beforeEach, expect, jest: mocks } = require('@jest/globals'); const { type } = require('./page.cjs');
const { orders: it } = require('fencepost/jest');`,
    exported: 'module.exports = { type };',
    parent: jestFolder,
    args: [jestBin, '--testMatch', '**/*.test.cjs'],
  },
  'node:test': {
    ...MODULES,
    file: 'it.test.mjs',
    imports: `import { beforeEach, mock as mocks } from 'node:test'; import { type } from './page.mjs';
import { orders as it } from 'fencepost/node-test';`,
    args: ['--test', 'it.test.mjs'],
  },
};

const PAGE = `async function type(page, ask, query) {
  page.shown = await ask(query);
}
`;

/** Makes two mock functions, \`one\` and \`other\`, and the names that reports give them. */
type Way = readonly [made: string, one: string, other: string];
const ECHO = 'async (query) => query';

const EVERYWHERE: readonly Way[] = [
  [`const search = mocks.fn(${ECHO}); const [one, other] = [search, search];`, 'search', 'search'],
  [`const api = { read: mocks.fn(${ECHO}), write: mocks.fn(${ECHO}) }; const { read: one, write: other } = api;`, 'read', 'write'],
  [`const api = {}; api.read = mocks.fn(${ECHO}); let get; get = (mocks.fn(${ECHO})); const [one, other] = [api.read, get];`, 'read', 'get'],
  [`class Api { get = mocks.fn(${ECHO}) } const one = new Api().get; const other = outer;`, 'get', 'outer'],
  [`async function fetchRows(query) { return query; } const [one, other] = [mocks.fn(fetchRows), mocks.fn(${ECHO})];`, 'fetchRows', 'mock'],
  // The mock function itself uses a variable that others use.
  [`let row = 0; const search = mocks.fn(async (query) => { row++; return query; }); const [one, other] = [search, search];`, 'search', 'search'],
]; // prettier-ignore
const OF_VITEST_AND_JEST: readonly Way[] = [
  ["const one = mocks.fn().mockResolvedValue('a'); const other = mocks.fn().mockResolvedValue('ab').mockName('asks');", 'one', 'asks'],
  [`const api = { async read(query) { return query; } }; const spy = mocks.spyOn(api, 'read'); const [one, other] = [spy, spy];`, 'read', 'read'],
]; // prettier-ignore
const OF_NODE: readonly Way[] = [
  [`const api = { async read(query) { return query; } }; mocks.method(api, 'read'); const [one, other] = [api.read, api.read];`, 'read', 'read'],
]; // prettier-ignore

/** Lines of each test, and that of the first. */
const LINES = 6;
const FIRST = 5;

const testOf = ([made]: Way, i: number): string => `it('way ${i};', async () => {
  ${made}
  const page = { shown: '' };
  await Promise.all([type(page, one, 'a'), type(page, other, 'ab')]);
  if (page.shown !== 'ab') throw new Error('late');
});
`;

describe.each(Object.entries(RUNNERS))('%s', { timeout: 300_000 }, (name, runner) => {
  const ways = [...EVERYWHERE, ...(name === 'node:test' ? OF_NODE : OF_VITEST_AND_JEST)];
  let brief = '';
  let full = '';

  beforeAll(async () => {
    if (runner.parent !== undefined) await installJest();
    const folder = mkdtempSync(join(runner.parent ?? tmpdir(), 'fencepost-orders-'));
    folders.push(folder);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'packages/fencepost'), join(folder, 'node_modules/fencepost'));
    if (name === 'Vitest') symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
    const before = `let outer;\nbeforeEach(() => { outer = mocks.fn(${ECHO}); });\n`;
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, runner.file), `${runner.imports}\n${before}${ways.map(testOf).join('')}`);
    writeFileSync(join(folder, runner.file.replace('it.test', 'page')), `${PAGE}${runner.exported}\n`);
    brief = await run(process.execPath, runner.args, folder);
    full = await run(process.execPath, runner.args, folder, { FENCEPOST_REPORT: 'full' });
  }, 300_000);

  it('runs them all: each fails in one of two orders, in the test', () => {
    const failing = new Set(brief.match(/line \d+ in \w+; in 1 of 2 executions/g));
    expect([...failing]).toEqual(ways.map((_, i) => `line ${FIRST + LINES * i + 4} in test; in 1 of 2 executions`));
  });

  it('names mock functions, and places each call at its caller', () => {
    const page = runner.file.replace('it.test', 'page');
    const calls = [...full.matchAll(/^ *(\S+?)▸? +(\S+\('\w+'\)) is called$/gm)].map(([, at, call]) => `${at} ${call}`);
    const expected = ways.flatMap(([, one, other]) => [`${page}:2 ${one}('a')`, `${page}:2 ${other}('ab')`]);
    // Some runners print failures twice.
    expect(calls.slice(0, expected.length)).toEqual(expected);
    expect(new Set(calls)).toEqual(new Set(expected));
  });

  it('tells whose answer is late', () => {
    const [, told] = /Why {5}(search.*)/.exec(brief)!;
    expect(told).toMatch(
      /^search\('a'\) \(page\.\wjs:2\) is called before search\('ab'\) \(page\.\wjs:2\), but its answer 'a' arrives later\.$/,
    );
  });

  it('shows where each test begins', () => {
    const begins = new Set([...full.matchAll(/^ *it\.test\.\wjs:(\d+) +begins$/gm)].map(([, line]) => Number(line)));
    expect([...begins]).toEqual(ways.map((_, i) => FIRST + LINES * i));
  });
});

/** Tests of which Jest says whether they pass; `log` is that of the hooks. */
const OF_JEST = `const { orders } = require('fencepost/jest');
const service = { get: async () => 1 };
let log = [];
beforeAll(() => { log = ['all']; });
beforeEach(async () => { await null; log.push('each'); });
jest.setTimeout(60_000);
test('passes beside them', () => { jest.useFakeTimers(); jest.useRealTimers(); });
orders('passes with calls that are asserted', async () => {
  const save = jest.fn(async (x) => x);
  await Promise.all([save(1), save(2)]);
  expect(save).toHaveBeenCalledTimes(2);
  expect(save).toHaveBeenNthCalledWith(1, 1);
  expect(log).toEqual(['all', 'each']);
});
orders('passes with resolves and rejects', async () => {
  await expect(jest.fn().mockResolvedValue(7)()).resolves.toBe(7);
  await expect(jest.fn().mockRejectedValue(new Error('full'))()).rejects.toThrow('full');
}, 20_000);
orders('passes with a method that is spied on', async () => {
  const spy = jest.spyOn(service, 'get').mockResolvedValue(5);
  expect(await service.get()).toBe(5);
  expect(spy).toHaveBeenCalled();
  jest.restoreAllMocks();
  expect(await service.get()).toBe(1);
});
orders('fails with answers in another order', async () => {
  const save = jest.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('full'));
  const ended = [];
  await Promise.all([save().then(() => ended.push('saved')), save().catch(() => ended.push('failed'))]);
  expect(ended).toEqual(['saved', 'failed']);
});
orders('fails with a scheduler', async ({ scheduler }) => {
  const s = scheduler();
  const ask = s.scheduleFunction(async (query) => query);
  let last;
  await s.waitFor(Promise.all([1, 2].map(async (query) => { last = await ask(query); })));
  expect(last).toBe(2);
});
orders('fails with fake timers', async () => { jest.useFakeTimers(); });
orders('fails with a mock of a module', async () => { jest.doMock('x'); });
orders.skip('is skipped', async () => { throw new Error('ran'); });
`;

it('Jest runs tests in every order as the documentation says', { timeout: 300_000 }, async () => {
  await installJest();
  const folder = mkdtempSync(join(jestFolder, 'fencepost-orders-'));
  folders.push(folder);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'packages/fencepost'), join(folder, 'node_modules/fencepost'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'it.test.js'), OF_JEST);
  const out = await run(process.execPath, [jestBin], folder);
  const told = [...out.matchAll(/^ {2}([✓✕○]) (?:skipped )?(\w+)/gm)].map(([, mark, does]) => `${mark} ${does}`);
  expect(told).toEqual([...Array<string>(4).fill('✓ passes'), ...Array<string>(4).fill('✕ fails'), '○ is']);
  expect(out.match(/in 1 of 2 executions/g)).toHaveLength(2);
  for (const name of ['useFakeTimers', 'doMock'])
    expect(out).toContain(`jest.${name} is not supported in a test that runs`);
});
