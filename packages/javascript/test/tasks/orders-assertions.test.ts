import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Program } from '@fencepost/core';
import { afterAll, describe, expect, it } from 'vitest';
import { loadChecks } from '../../src/index.js';
import { explore } from '../check/explored.js';

// Assertions of the runner in tests that run in every order. The runner is found from the test file.

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-assertions-'));
mkdirSync(path.join(folder, 'node_modules'));
symlinkSync(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  path.join(folder, 'node_modules/vitest'),
);
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function programsOf(text: string): Promise<readonly Program[]> {
  const file = path.join(folder, `it${files++}.test.ts`);
  writeFileSync(file, text);
  const { checks } = await loadChecks(file);
  return checks.map(({ program }) => program);
}

const TOP = `import { beforeEach, expect, vi } from 'vitest';
import { orders as it } from 'fencepost/vitest';
`;

/** Of each test: the number of executions, and its failures. */
async function outcomesOf(text: string): Promise<readonly (readonly unknown[])[]> {
  return (await programsOf(TOP + text)).map((program) => {
    const { executions, failures } = explore(program);
    return [executions, ...new Set(failures.map(({ message }) => message))];
  });
}

describe('assertions are counted', () => {
  const counted = (body: string) => outcomesOf(`it('t', async () => { ${body} });`);

  it('and another number of them fails', async () => {
    const never =
      'const save = vi.fn(async () => 1); try { await save(); } catch (e) { expect(e).toBeInstanceOf(Error); }';
    expect(await counted(`expect.assertions(1); ${never}`)).toEqual([[1, 'expected 1 assertion, but 0 were made']]);
    const some = 'expected at least one assertion, but 0 were made';
    expect(await counted(`expect.hasAssertions(); ${never}`)).toEqual([[1, some]]);
    const two = 'expected 2 assertions, but 1 was made';
    expect(await counted('expect.assertions(2); expect(1).toBe(1);')).toEqual([[1, two]]);
  });

  it('in each execution by itself, with those of hooks', async () => {
    const get = 'const get = vi.fn(async (x) => x); const test = async (x) => expect(await get(x)).toBe(x);';
    const both = 'await Promise.all([test(1), test(2)]); expect(1).toBe(1);';
    expect(await counted(`let last; ${get} expect.assertions(3); ${both}`)).toEqual([[2]]);
    expect(await counted('expect.assertions(1); await expect(Promise.resolve(1)).resolves.toBe(1);')).toEqual([[1]]);
    const hook = 'beforeEach(() => { expect.hasAssertions(); });';
    const tests = "it('t', async () => null); it('u', () => { expect(1).toBe(1); });";
    const some = 'expected at least one assertion, but 0 were made';
    expect(await outcomesOf(hook + tests)).toEqual([[1, some], [1]]);
  });

  it('in no check of threads', async () => {
    const text = `import { check } from 'fencepost'; import { expect } from 'vitest';
      check('c', (t) => { t.task('A', async () => { expect.assertions(1); }); });`;
    const [program] = await programsOf(text);
    expect(() => explore(program!)).toThrow('expect.assertions is only supported in `orders`');
  });
});

it.each([
  ['expect.soft(1)', 'expect….soft'],
  ['expect.poll(() => 1)', 'expect….poll'],
  ['expect.extend({})', 'expect….extend'],
  ['expect(1).toMatchInlineSnapshot()', 'expect….toMatchInlineSnapshot'],
  ['expect(vi.fn()).toHaveResolved()', 'results of mock functions that were settled'],
])('%s is refused, and no failure of the program', async (used, told) => {
  const [program] = await programsOf(`${TOP} it('t', async () => { ${used}; });`);
  expect(() => explore(program!)).toThrow(told);
});

it("the test's argument has expect", async () => {
  const test = "it('t', async ({ expect }) => { expect.assertions(1); expect(1).toBe(2); });";
  expect(await outcomesOf(test)).toEqual([[1, 'expected 1 to be 2 // Object.is equality']]);
});
