import assert from 'node:assert';
import { MessageChannel, Worker } from 'node:worker_threads';
import { check } from 'fencepost';
import { caller } from './fixtures/sync.js';

check('two calls', (t) => {
  t.thread('main', async () => {
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: port2, transferList: [port2] });
    const call = caller(worker, port1);
    const results = [call('build', [1]), call('build', [2])];
    await worker.terminate();
    return results;
  });
  t.after(({ main }) => assert.deepEqual(main, [2, 4]));
});
