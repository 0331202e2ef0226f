import { expect, it } from 'vitest';
import { failuresOf } from '../check/explored.js';

const TOP = "import util from 'node:util'; import { PerformanceObserver } from 'node:perf_hooks';";

it.each([
  ['the last match', "'x'.match(/x/); return RegExp.$1;"],
  ['the last match by another name', "'x'.match(/x/); return RegExp['$&'];"],
  ['an option of util.inspect', 'util.inspect.defaultOptions.depth = 7;'],
  ['all options of util.inspect', 'util.inspect.defaultOptions = { depth: 7 };'],
  ['an observer of measurements', "new PerformanceObserver(() => {}).observe({ entryTypes: ['mark'] });"],
  ['streams of the platform', "const w = new CompressionStream('gzip').writable.getWriter(); await w.ready;"],
])('%s is refused in a task', async (_, text) => {
  await expect(failuresOf(`t.task('A', async () => { ${text} });`, 'sc', TOP)).rejects.toMatchObject({
    ...{ code: 'JS_UNSUPPORTED', hint: expect.any(String) as string },
  });
});

it('options of util.inspect can be read', async () => {
  const text = "t.task('A', () => { if (util.inspect.defaultOptions.depth !== 2 || util.inspect({ a: 1 }) !== '{ a: 1 }') throw 1; });"; // prettier-ignore
  expect(await failuresOf(text, 'sc', TOP)).toEqual([]);
});

it('the limit of stack traces is not seen by the next execution', async () => {
  const text = ['A', 'B']
    .map((n) => `t.task('${n}', () => {\nif (Error.stackTraceLimit === 3) throw new Error('${n}'); });`)
    .join('\n');
  const before = Error.stackTraceLimit;
  const found = await failuresOf(`${text} t.task('C', () => { Error.stackTraceLimit = 3; });`);
  expect(found.toSorted()).toEqual(['crash: Error: A', 'crash: Error: B']);
  expect(await failuresOf(`${text} t.after(() => { Error.stackTraceLimit = 3; });`)).toEqual([]);
  expect(Error.stackTraceLimit).toBe(before);
});

it('output calls back', async () => {
  const text = "t.task('A', () => new Promise((done) => process.stdout.write('x', 'utf8', done)));";
  expect(await failuresOf(text)).toEqual([]);
});
