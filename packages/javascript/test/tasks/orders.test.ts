import { describe, expect, it } from 'vitest';
import { explore, programsIn } from '../check/explored.js';

const TOP = `import assert from 'node:assert';
import { afterAll, afterEach, beforeAll, beforeEach, describe, vi } from 'vitest';
import { jest } from '@jest/globals';
import { mock } from 'node:test';
import { orders as it } from 'fencepost/vitest';
const both = async (call) => Promise.all([call(1), call(2)]);
`;

/** Of each test: the number of executions, and its failures. */
async function outcomesOf(body: string): Promise<readonly (readonly unknown[])[]> {
  const programs = await programsIn({ 'it.test.ts': TOP + body });
  return programs.map((program) => {
    const { executions, failures } = explore(program);
    return [executions, ...new Set(failures.map(({ message }) => message))];
  });
}

describe('a test runs in every order in which', () => {
  it.each([
    ['an async implementation', 'vi.fn(async (x) => x)'],
    ['an implementation given later', 'vi.fn().mockImplementation(async (x) => x)'],
    ['a resolved value', 'vi.fn().mockResolvedValueOnce(1).mockResolvedValue(2)'],
    ["Jest's mock function", 'jest.fn().mockImplementationOnce(async () => 1).mockResolvedValue(2)'],
    ["Node's mock function", 'mock.fn(async (x) => x)'],
    ['a method that is spied on', "vi.spyOn({ get: async (x) => x }, 'get')"],
  ])('%s answers', async (_, made) => {
    const text = `it('t', async () => {
      const get = ${made};
      let last = 0;
      await both(async (x) => { last = await get(x); });
      assert.equal(last, 2);
    });`;
    expect(await outcomesOf(text)).toEqual([[2, '1 == 2']]);
  });

  it('a promise is rejected', async () => {
    const text = `it('t', async () => {
      const save = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('full'));
      const ended = [];
      await Promise.allSettled([save().then(() => ended.push('saved')), save().catch(() => ended.push('failed'))]);
      assert.deepEqual(ended, ['saved', 'failed']);
    });`;
    const [[executions, message] = []] = await outcomesOf(text);
    expect(executions).toBe(2);
    expect(message).toContain("[ 'failed', 'saved' ]");
  });
});

it('mock functions that return no promise answer at once', async () => {
  const text = `it('t', async () => {
    const now = vi.fn(() => 7);
    assert.equal(now('a'), 7);
    now.mockReturnValueOnce(8).mockReturnValue(9);
    assert.deepEqual([now(), now(), now()], [8, 9, 9]);
    assert.deepEqual(now.mock.calls[0], ['a']);
    assert.equal(now.mock.results[1].value, 8);
    now.mockThrowOnce(new Error('no'));
    assert.throws(() => now(), /no/);
    assert.equal(now.mock.lastCall.length, 0);
  });`;
  expect(await outcomesOf(text)).toEqual([[1]]);
});

it('hooks run before and after the test, those of outer groups first and last', async () => {
  const text = `const log = ['first'];
  beforeEach(async () => { await null; log.push('outer'); });
  beforeAll(() => { log.pop(); });
  describe('a group', () => {
    beforeEach(() => void log.push('inner'));
    afterEach(() => { log.push('after inner'); });
    it('t', async () => assert.deepEqual(log, ['outer', 'inner']));
  });
  afterEach(() => assert.deepEqual(log, ['outer', 'inner', 'after inner']));
  it('u', async () => { log.push('inner', 'after inner'); });`;
  expect(await outcomesOf(text)).toEqual([[1], [1]]);
});

it('hooks for all tests run before and after each', async () => {
  const text = `let is;
  afterAll(() => assert.equal(is, 'after each'));
  afterEach(() => { is = is === 'run' ? 'after each' : is; });
  beforeEach(() => { is = is === 'all' ? 'each' : is; });
  beforeAll(() => { is = 'all'; });
  it('t', () => { is = is === 'each' ? 'run' : is; });
  it('u', () => undefined);`;
  expect(await outcomesOf(text)).toEqual([[1], [1, "'each' == 'after each'"]]);
});

it('mock functions of the file are cleared and restored together', async () => {
  const text = `const get = vi.fn(async () => 1);
  const service = { put: () => 'real' };
  it('t', async () => {
    await get();
    vi.clearAllMocks();
    assert.equal(get.mock.calls.length, 0);
    vi.spyOn(service, 'put').mockReturnValue('mocked');
    assert.equal(service.put(), 'mocked');
    vi.restoreAllMocks();
    assert.equal(service.put(), 'real');
  });`;
  expect(await outcomesOf(text)).toEqual([[1]]);
});

it.each(['vi.mock', 'vi.useFakeTimers', 'jest.useFakeTimers', 'mock.timers'])('%s is refused', async (what) => {
  const [program] = await programsIn({ 'it.test.ts': `${TOP} it('t', async () => { ${what}(); });` });
  expect(() => explore(program!)).toThrow(`${what} is not supported in a test that runs in every order`);
});

it('settings of the runner do not matter, and its object is no promise', async () => {
  const text = `jest.setTimeout(9).retryTimes(2);
  vi.setConfig({ testTimeout: 9 });
  afterEach(async () => vi.restoreAllMocks());
  it('t', async () => vi.resetConfig());`;
  expect(await outcomesOf(text)).toEqual([[1]]);
});

it('other tests of the file do not run', async () => {
  const text = `import { test } from 'vitest';
  test('u', () => { throw new Error('ran'); });
  it.skip('v', () => { throw new Error('ran'); });
  it('t', async () => undefined);`;
  expect(await outcomesOf(text)).toEqual([[1]]);
});

it.each([
  ['vi.stubGlobal', "vi.stubGlobal('fetch', fake);", 'vi.unstubAllGlobals();'],
  ['an assignment', 'const before = globalThis.fetch; globalThis.fetch = fake;', 'globalThis.fetch = before;'],
  ['vi.spyOn', "vi.spyOn(globalThis, 'fetch').mockImplementation(fake);", 'vi.restoreAllMocks();'],
])('fetch that %s replaces answers in every order', async (_, replace, putBack) => {
  const text = `it('t', async () => {
    const fake = vi.fn(async (url) => Response.json({ url }));
    ${replace}
    let last;
    await both(async (x) => { last = (await (await fetch(x)).json()).url; });
    ${putBack}
    globalThis.fetch.toString();
    assert.equal(last, 2);
  });`;
  expect(await outcomesOf(text)).toEqual([[2, '1 == 2']]);
  // After the test it is refused, as before.
  await expect(
    outcomesOf(text.replace('globalThis.fetch.toString()', "void fetch('http://x/')")),
  ).rejects.toMatchObject({
    code: 'JS_UNSUPPORTED',
  });
});

it('hooks for the end of a test run after the others, the last first', async () => {
  const text = `import { onTestFinished } from 'vitest';
  const log = [];
  afterEach(() => { log.push('after'); });
  it('t', async (context) => {
    onTestFinished(() => { throw new Error(log.join(' ')); });
    onTestFinished(async () => { await null; log.push('second'); });
    context.after(() => { log.push('first'); });
    log.push('body');
  });
  it('u', () => { onTestFinished(() => { throw new Error('u'); }); });
  describe('a group', () => {
    beforeEach(() => { onTestFinished(() => { throw new Error('set before'); }); });
    it('v', () => undefined);
  });`;
  expect(await outcomesOf(text)).toEqual([
    [1, 'Error: body after first second'],
    [1, 'Error: u'],
    [1, 'Error: set before'],
  ]);
});

it.each([
  ['vi.fn().mock.settledResults', 'results of mock functions that were settled'],
  ["vi.spyOn({ get x() { return 1; } }, 'x', 'get')", 'vi.spyOn of a getter'],
  ["mock.method({ get x() { return () => 1; } }, 'x', { getter: true })", 'mocks of getters and setters'],
  ['context.plan(1)', "`plan` of a test's argument"],
  ['context.test()', "`test` of a test's argument"],
])('%s is refused, and no failure of the program', async (used, told) => {
  const text = `it('t', async (context) => { ${used}; });`;
  const [program] = await programsIn({ 'it.test.ts': TOP + text });
  expect(() => explore(program!)).toThrow(told);
});

it('mock functions of node:test go back to the original', async () => {
  const text = `const ok = () => 'ok', fail = () => { throw new Error('503'); };
  it('t', async () => {
    const once = mock.fn(ok, fail, { times: 1 });
    assert.throws(once, /503/);
    assert.equal(once(), 'ok');
    const object = { get: ok };
    mock.method(object, 'get', () => 'mocked', { times: 2 });
    assert.deepEqual([object.get(), object.get(), object.get()], ['mocked', 'mocked', 'ok']);
    const restored = mock.fn(ok, fail);
    restored.mock.restore();
    assert.equal(restored(), 'ok');
    assert.equal(restored.mock.callCount(), 1);
  });`;
  expect(await outcomesOf(text)).toEqual([[1]]);
});

it('mock functions are classes, and have other implementations for a while', async () => {
  const text = `it('t', async () => {
    const Socket = vi.fn(class { open() { return 'open'; } });
    assert.equal(new Socket().open(), 'open');
    const Old = vi.fn(function (name) { this.name = name; });
    assert.equal(new Old('old').name, 'old');
    const get = vi.fn(() => 1);
    assert.equal(get.withImplementation(() => 2, () => assert.equal(get(), 2)), get);
    await get.withImplementation(() => 3, async () => { await null; assert.equal(get(), 3); });
    assert.equal(get(), 1);
  });`;
  expect(await outcomesOf(text)).toEqual([[1]]);
});

it('a test for each row of a table', async () => {
  const text = `it.each([[1, 1], [1, 2]])('%i is %d, test %#', async (a, b) => assert.equal(a, b));
  it.each([{ a: { b: 'x' } }])('$a.b of $c', (row) => assert.equal(row.a.b, 'x'));
  it.for([3])('%s', (row, { scheduler }) => assert.equal(typeof scheduler, 'function'));
  it.skipIf(true)('no', () => assert.fail());
  it.runIf(false)('no', () => assert.fail());
  it.skipIf(false)('yes', () => undefined);
  it.runIf(true)('yes, too', () => undefined);
  it.only.each([1])('only %i', () => undefined);
  it.only.for([1])('only for %i', () => undefined);
  it.skip.each([1])('skipped %i', () => assert.fail());
  it.skip.for([1])('skipped %i', () => assert.fail());`;
  const programs = await programsIn({ 'it.test.ts': TOP + text });
  expect(programs.map(({ name }) => name)).toEqual([
    ...['1 is 1, test 0', '1 is 2, test 1', 'x of $c', '3', 'yes', 'yes, too', 'only 1', 'only for 1'],
  ]);
  expect(await outcomesOf(text)).toEqual([[1], [1, '1 == 2'], ...Array<[number]>(6).fill([1])]);
});
