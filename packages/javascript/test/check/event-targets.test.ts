import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programOf } from './explored.js';

const VIEW = 'const view = new Int32Array(new SharedArrayBuffer(8));';

describe('a listener of an event target of Node', () => {
  test('may wait', async () => {
    const body = `${VIEW}
      t.thread('aborter', () => {
        const controller = new AbortController();
        controller.signal.addEventListener('abort', () => { while (view[0] === 0); view[1] = view[0]; });
        controller.abort();
        return view[1];
      });
      t.thread('other', () => { view[0] = 7; });
      t.after(({ aborter }) => { if (aborter !== 7) throw new Error(String(aborter)); });`;
    expect(await failuresOf(body)).toEqual([]);
  });

  test.each(['() => { throw new TypeError("ours") }', '{ handleEvent() { throw new TypeError("ours") } }'])(
    'that throws is the end of the thread: %s',
    async (listener) => {
      const body = `${VIEW} t.thread('it', () => {
        const target = new EventTarget();
        target.addEventListener('x', ${listener});
        target.dispatchEvent(new Event('x'));
        view[0] = 1;
      });`;
      const { failures } = explore(await programOf(body));
      expect(failures.map(({ message }) => message)).toEqual([expect.stringMatching(/TypeError: ours/)]);
    },
  );

  test('can be removed by any thread', async () => {
    const body = `${VIEW}
      const target = new EventTarget(), calls: string[] = [];
      const first = () => calls.push('first'), second = () => calls.push('second');
      target.addEventListener('x', first);
      t.thread('it', () => {
        target.addEventListener('x', second);
        target.addEventListener('x', second);
        target.dispatchEvent(new Event('x'));
        target.removeEventListener('x', first);
        target.dispatchEvent(new Event('x'));
        return calls.join();
      });
      t.after(({ it }) => { if (it !== 'first,second,second') throw new Error(String(it)); });`;
    expect(await failuresOf(body)).toEqual([]);
  });
});

describe('AbortSignal.timeout', () => {
  test('aborts in virtual time', async () => {
    const body = `t.thread('it', async () => {
        const start = performance.now();
        const signal = AbortSignal.timeout(60_000);
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        await Promise.all([aborted, new Promise((resolve) => setTimeout(resolve, 100_000))]);
        return [signal instanceof AbortSignal, signal.aborted, signal.reason.name, performance.now() - start > 60_000].join();
      });
      t.after(({ it }) => { if (it !== 'true,true,TimeoutError,true') throw new Error(String(it)); });`;
    expect(await failuresOf(body)).toEqual([]);
  });

  test('keeps no event loop going', async () => {
    const body = `t.thread('it', () => { AbortSignal.timeout(10).addEventListener('abort', () => { throw new Error('aborted'); }); });`;
    expect(await failuresOf(body)).toEqual([]);
  });
});
