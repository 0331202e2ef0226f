import { describe, expect, test } from 'vitest';
import { failuresOf } from './explored.js';

const WORDS = 'const s = new Int32Array(new SharedArrayBuffer(8));';
const WAKES = "t.thread('worker', () => { Atomics.store(s, 0, 1); Atomics.notify(s, 0); });";

describe('the main thread of a page', () => {
  test('must not wait', async () => {
    const waits = "t.thread('page', () => { Atomics.wait(s, 0, 0); }, { mainThread: true });";
    expect(await failuresOf(`${WORDS}${WAKES}${waits}`)).toEqual([
      'crash: TypeError: Atomics.wait cannot be called in this context',
    ]);
    expect(await failuresOf(`${WORDS}${WAKES}${waits.replace('true', 'false')}`)).toEqual([]);
  });

  test('may see that it must not, after its arguments were converted', async () => {
    const body = `
      t.thread('page', () => {
        const thrown = [];
        const attempt = (...args) => { try { Atomics.wait(...args); } catch (error) { thrown.push(error.name); } };
        attempt(s, 5, 0);
        attempt(s, 0, { valueOf() { throw new EvalError(); } });
        attempt(s, 0, 1);
        attempt(s, 0, 0, 0);
        return thrown.join(' ');
      }, { mainThread: true });
      t.after(({ page }) => { throw new Error(page); });`;
    expect(await failuresOf(`${WORDS}${body}`)).toEqual(['assertion: RangeError EvalError TypeError TypeError']);
  });

  test('may wait for a promise', async () => {
    const body = `
      const page = t.thread('page', async () => {
        const { async, value } = Atomics.waitAsync(s, 0, 0);
        return async ? await value : value;
      }, { mainThread: true });
      t.after(() => { if (page.result !== 'ok' && page.result !== 'not-equal') throw new Error(String(page.result)); });`;
    expect(await failuresOf(`${WORDS}${WAKES}${body}`)).toEqual([]);
  });

  test('is the only one that must not', async () => {
    const body = `
      t.thread('page', () => { Atomics.store(s, 0, 1); Atomics.notify(s, 0); }, { mainThread: true });
      t.thread('worker', () => { Atomics.wait(s, 0, 0); });`;
    expect(await failuresOf(`${WORDS}${body}`)).toEqual([]);
  });
});

describe('the handle of a thread', () => {
  test('has its result in the end', async () => {
    const body = `
      const adds = t.thread('adds', () => Atomics.add(s, 0, 2) + 1);
      const later = t.thread('later', async () => ['a', await 1]);
      t.after((results) => {
        if (adds.result !== results.adds || later.result[1] !== 1) throw new Error('other results');
        throw new Error(adds.name + ' ' + adds.result + ' ' + later.result.join());
      });`;
    expect(await failuresOf(`${WORDS}${body}`)).toEqual(['assertion: adds 1 a,1']);
  });

  test('has none before', async () => {
    const early = "const a = t.thread('a', () => 1); t.thread('b', () => a.result);";
    await expect(failuresOf(early)).rejects.toMatchObject({
      code: 'JS_UNSUPPORTED',
      message: 'the result of a is read before the end',
    });
  });
});
