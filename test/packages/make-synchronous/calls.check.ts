import assert from 'node:assert';
import { MessageChannel, Worker } from 'node:worker_threads';
import { check } from 'fencepost';
import { call } from './fixtures/call.js';

check('two calls', (t) => {
  t.thread('main', async () => {
    const { port1, port2 } = new MessageChannel();
    const workerData = { workerPort: port2, 'is-make-synchronous-worker': true };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, transferList: [port2] });
    const results = [call(worker, port1, 1), call(worker, port1, 2)];
    await worker.terminate();
    return results;
  });
  t.after(({ main }) => assert.deepEqual(main, [2, 4]));
});
