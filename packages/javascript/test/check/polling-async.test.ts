import { describe, expect, test } from 'vitest';
import { explore, programOf } from './explored.js';

const VIEW = 'const view = new Int32Array(new SharedArrayBuffer(12));';

async function polling(poller: string, others = ''): Promise<{ failures: string[]; limits: string[] }> {
  const program = await programOf(`${VIEW} t.thread('poller', ${poller}); ${others}`, { unroll: 8 });
  const failures = new Set<string>();
  for (const model of ['sc', 'tso', 'pso'] as const) {
    const { executions, failures: found } = explore(program, model);
    if (executions === 0) failures.add('no execution');
    for (const { kind, message } of found) failures.add(`${kind}: ${message}`);
  }
  return { failures: [...failures], limits: program.limits!().map(({ bound }) => bound) };
}

const POLLS: Readonly<Record<string, string>> = {
  'by a loop': 'async () => { while (Atomics.load(view, 0) === 0) await Atomics.waitAsync(view, 0, 0, 10).value; }',
  'by callbacks': `() => new Promise<void>((resolve) => {
     const look = () => {
       if (Atomics.load(view, 0) === 1) return resolve();
       const waiting = Atomics.waitAsync(view, 0, 0, 10);
       if (waiting.async) waiting.value.then(look);
       else look();
     };
     look();
   })`,
};

describe.each(Object.entries(POLLS))('waiting %s with a time-out', (_, poll) => {
  test.each(['', ' Atomics.notify(view, 0);'])('comes to an end after a store%s', async (notify) => {
    const sender = `t.thread('sender', () => { Atomics.store(view, 0, 1);${notify} });`;
    expect(await polling(poll, sender)).toEqual({ failures: [], limits: [] });
  });

  test('does not come to an end without', async () => {
    const { failures, limits } = await polling(poll, "t.thread('other', () => { Atomics.notify(view, 0); });");
    expect(limits).toEqual([]);
    expect(failures).toEqual([expect.stringMatching(/^deadlock: poller waits/)]);
  });
});

test('time-outs take their time', async () => {
  const poll = `() => { const end = Date.now() + 1000;
    while (Atomics.load(view, 0) === 0) {
      const left = end - Date.now();
      if (left <= 0) return 'gave up';
      Atomics.wait(view, 0, 0, left);
    } }`;
  expect(await polling(poll)).toEqual({ failures: [], limits: [] });
});

describe('a promise of waitAsync that stays pending', () => {
  test('keeps no thread alive', async () => {
    const { failures, limits } = await polling('() => { Atomics.waitAsync(view, 0, 0); return 1; }');
    expect({ failures, limits }).toEqual({ failures: [], limits: [] });
  });

  test('is a deadlock if it is awaited', async () => {
    const { failures } = await polling('async () => { await Atomics.waitAsync(view, 0, 0).value; }');
    expect(failures).toEqual([expect.stringMatching(/^deadlock: poller waits/)]);
  });

  test('runs its continuation if it is notified', async () => {
    const { failures } = await polling(
      '() => { Atomics.waitAsync(view, 0, 0).value.then(() => { throw new Error("woken"); }); }',
      "t.thread('other', () => { Atomics.notify(view, 0); });",
    );
    expect(failures).toEqual([expect.stringContaining('woken')]);
  });
});
