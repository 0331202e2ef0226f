import assert from 'node:assert';
import { Worker } from 'node:worker_threads';
import { check } from 'fencepost';
import { WorkerClient } from './fixtures/client.js';

check('two questions', (t) => {
  t.thread('main', async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    const client = new WorkerClient(worker);
    const results = [client.send('double', 1), client.send('double', 2)];
    await worker.terminate();
    return results;
  });
  t.after(({ main }) => assert.deepEqual(main, [2, 4]));
});
