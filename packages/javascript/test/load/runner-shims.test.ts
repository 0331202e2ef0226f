import path from 'node:path';
import { expect, test } from 'vitest';
import '../../src/globals/runner-shims.js';
import { load } from './graphs.js';

const NODE_MODULES = path.resolve(import.meta.dirname, '../../../../node_modules');
const LOG = `const log = []; export default log;`;

/** Runs a test file of a project that has these packages, and gives what it logged. */
async function log(text: string, files: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return (await load({ 'main.test.mjs': `${LOG} ${text}`, ...files })).run()['default'];
}

const BODY = `
  describe('group', () => { log.push('group'); it('x', () => log.push('test')); });
  describe.only('group', { timeout: 1 }, () => log.push('only'));
  describe.skip('skipped', () => log.push('skipped'));
  test('x', () => log.push('test')); test.only('x', () => log.push('test')); test.skip('x', () => log.push('test'));
  beforeEach(() => log.push('hook'));
`;

test.each([
  ['vitest', `import { describe, it, test, beforeEach } from 'vitest';`],
  ['jest', `import { describe, it, test, beforeEach } from '@jest/globals';`],
  ['mocha', `import { describe, it, beforeEach } from 'mocha';`],
  ['node:test', `import test, { describe, it, beforeEach } from 'node:test';`],
  ['globals', ''],
])('%s: groups are entered, tests and hooks are not run', async (_runner, imports) => {
  expect(await log(`${imports}${BODY}`)).toEqual(['group', 'only']);
});

test('tables', async () => {
  const text = `import { describe, test } from 'vitest';
    describe.each([[1, 2], [3, 4]])('%i', (a, b) => log.push(a + b)); describe.each(['a'])('%s', (a) => log.push(a));
    describe.for([[1, 2]])('%i', (row) => log.push(row));
    test.each([1])('x', () => log.push('test')); test.each\`a\${1}\`('x', () => log.push('test'));
    describe.skipIf(true)('x', () => log.push('skipped')); describe.runIf(true)('x', () => log.push('run'));
    test.extend({})('x', () => log.push('test')); test.todo('later');`;
  expect(await log(text)).toEqual([3, 7, 'a', [1, 2], 'run']);
});

test('mocha gives groups a `this`', async () => {
  expect(await log(`describe('x', function () { this.timeout(5).slow(1); log.push('in'); });`)).toEqual(['in']);
});

test('require of node:test is the function test', async () => {
  const { run } = await load({
    'main.test.cjs': `const test = require('node:test'); test('x', () => {}); module.exports = [typeof test.mock.fn, typeof test.describe];`,
  });
  expect(run()['default']).toEqual(['function', 'function']);
});

const FAKE_VITEST = {
  'node_modules/vitest/package.json':
    '{ "name": "vitest", "type": "module", "exports": { "import": "./index.js", "require": "./index.cjs" } }',
  'node_modules/vitest/index.js': `export const expect = (value) => ({ toBe: (other) => 'vitest ' + (value === other) }); expect.extra = 1; export const vi = { fn: () => 'mock' };`,
  'node_modules/vitest/index.cjs': `throw new Error('not for require');`,
};
const FAKE_JEST = {
  'node_modules/@jest/globals/package.json': '{ "name": "@jest/globals" }',
  'node_modules/@jest/globals/index.js': `throw new Error('not outside of jest');`,
  'node_modules/@jest/globals/node_modules/@jest/expect/index.js': '',
  'node_modules/@jest/globals/node_modules/expect/index.js': `exports.expect = () => 'jest';`,
  'node_modules/@jest/globals/node_modules/jest-mock/index.js': `exports.fn = () => 'mock';`,
};

test('the utilities for checks are those of the runner that the test file finds', async () => {
  expect(await log(`import { expect, vi } from 'vitest'; log.push(expect(1).toBe(1), vi.fn());`, FAKE_VITEST)).toEqual([
    'vitest true',
    'mock',
  ]);
  expect(await log(`log.push(expect(1).toBe(2), expect.extra, vi.fn());`, FAKE_VITEST)).toEqual([
    'vitest false',
    1,
    'mock',
  ]);
  expect(
    await log(
      `import { expect, jest } from '@jest/globals'; log.push(expect(1), jest.fn()); jest.setTimeout(5);`,
      FAKE_JEST,
    ),
  ).toEqual(['jest', 'mock']);
  expect(await log(`log.push(expect(1));`, FAKE_JEST)).toEqual(['jest']);
});

test("vitest's own expect", async () => {
  const text = `import { expect } from 'vitest'; expect({ a: 1 }).toEqual({ a: 1 });
    try { expect({ a: 1 }).toEqual({ a: 2 }); } catch (error) { log.push(error.message); }`;
  const files = { 'node_modules/vitest': `-> ${NODE_MODULES}/vitest` };
  expect(await log(text, files)).toEqual(['expected { a: 1 } to deeply equal { a: 2 }']);
});

test('a runner that is not installed matters when it is used', async () => {
  expect(await log(`import { expect } from 'vitest'; log.push(1);`)).toEqual([1]);
  await expect(log(`import { expect } from 'vitest'; log.push(expect);`)).rejects.toMatchObject({
    code: 'JS_MODULE',
    message: expect.stringContaining('`expect` of the test runner cannot be found from') as string,
    hint: expect.stringContaining('vitest') as string,
  });
  await expect(log(`expect(1);`)).rejects.toMatchObject({ code: 'JS_MODULE' });
});
