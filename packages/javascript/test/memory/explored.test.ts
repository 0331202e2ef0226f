import { describe, expect, test } from 'vitest';
import { failuresOf } from '../check/explored.js';

const WORDS = 'const view = new Int32Array(new SharedArrayBuffer(16));';

/** Which of these results are possible? A result is what the threads return, as JSON. */
async function possible(threads: string, results: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const result of results) {
    const failures = await failuresOf(`${WORDS} ${threads}
      t.after((results) => { if (JSON.stringify(results) === ${JSON.stringify(result)}) throw new Error('found'); });`);
    if (failures.includes('assertion: found')) found.push(result);
  }
  return found;
}

describe('waiting, explored', () => {
  test('a handshake works in either order', async () => {
    const failures = await failuresOf(`${WORDS}
      t.thread('sleeper', () => { while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0); return view[1]; });
      t.thread('waker', () => { view[1] = 5; Atomics.store(view, 0, 1); Atomics.notify(view, 0); });
      t.after(({ sleeper }) => { if (sleeper !== 5) throw new Error(String(sleeper)); });`);
    expect(failures).toEqual([]);
  });

  test('a wake-up that is lost is a deadlock, reported where it waits', async () => {
    const failures = await failuresOf(`${WORDS}
      t.thread('sleeper', () => { if (Atomics.load(view, 0) === 0) Atomics.wait(view, 1, 0); });
      t.thread('waker', () => { Atomics.store(view, 0, 1); Atomics.notify(view, 1); });`);
    expect(failures).toEqual([
      expect.stringMatching(/^deadlock: sleeper waits on view\[1\] \(Atomics\.wait\) at .*:5:/),
    ]);
  });

  test('time may be over before or after the notification', async () => {
    const threads = `
      t.thread('sleeper', () => Atomics.wait(view, 0, 0, 10));
      t.thread('waker', () => Atomics.notify(view, 0));`;
    const results = ['ok', 'timed-out', 'not-equal'].flatMap((sleeper) => [0, 1].map((waker) => ({ sleeper, waker })));
    expect(
      await possible(
        threads,
        results.map((result) => JSON.stringify(result)),
      ),
    ).toEqual(['{"sleeper":"ok","waker":1}', '{"sleeper":"timed-out","waker":0}']);
  });

  test('a promise is woken, times out, or is not made', async () => {
    const threads = (timeout: string): string => `
      t.thread('sleeper', async () => { const { value } = Atomics.waitAsync(view, 0, 0${timeout}); return value; });
      t.thread('waker', () => { Atomics.store(view, 0, 1); return Atomics.notify(view, 0); });`;
    const results = ['ok', 'timed-out', 'not-equal'].flatMap((sleeper) => [0, 1].map((waker) => ({ sleeper, waker })));
    const texts = results.map((result) => JSON.stringify(result));
    const woken = '{"sleeper":"ok","waker":1}';
    const late = '{"sleeper":"not-equal","waker":0}';
    expect(await possible(threads(''), texts)).toEqual([woken, late]);
    expect(await possible(threads(', 5'), texts)).toEqual([woken, '{"sleeper":"timed-out","waker":0}', late]);
  });
});

describe('natives, explored', () => {
  test('are seen half done', async () => {
    const threads = `
      t.thread('writer', () => { view.set([1, 2]); });
      t.thread('reader', () => [...view.subarray(0, 2)]);`;
    const results = ['0,0', '0,2', '1,0', '1,2'].map((pair) => `{"reader":[${pair}]}`);
    expect(await possible(threads, results)).toEqual(results);
  });
});
