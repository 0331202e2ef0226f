import { expect, test } from 'vitest';
import { explore, programOf } from '../check/explored.js';

test('callbacks that wait again whenever the time is over wait as a loop does', async () => {
  const program = await programOf(
    `const view = new Int32Array(new SharedArrayBuffer(4));
     t.thread('poller', () => new Promise<void>((resolve) => {
       const look = () => {
         if (Atomics.load(view, 0) === 1) return resolve();
         const waiting = Atomics.waitAsync(view, 0, 0, 10);
         if (waiting.async) waiting.value.then(look);
         else look();
       };
       look();
     }));
     t.thread('notifier', () => { Atomics.store(view, 0, 1); Atomics.notify(view, 0); });`,
    { unroll: 3 },
  );
  expect(explore(program).failures).toEqual([]);
  expect(program.limits!()).toEqual([]);
});
