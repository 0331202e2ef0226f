import assert from 'node:assert';
import { check } from 'fencepost';
import { WaitingRing } from './waiting-ring.js';

check('the worker adds up what is sent', (t) => {
  const memory = new SharedArrayBuffer(8 + 3 * 4);
  const worker = t.worker(new URL('./adder.ts', import.meta.url), { name: 'adder', workerData: memory });
  worker.postMessage('start');
  t.thread('main', () => {
    const ring = new WaitingRing(memory);
    for (const value of [10, 20, 0]) while (!ring.send(value));
  });
  t.after(() => assert.deepEqual(worker.messages, [30]));
});
