import assert from 'node:assert';
import { Worker } from 'node:worker_threads';
import { ClientConnection, VariableResult } from '@vscode/sync-api-common/node';
import { check } from 'fencepost';

check('a request', (t) => {
  t.thread('main', async () => {
    const worker = new Worker(new URL('./service.ts', import.meta.url));
    const client = new ClientConnection(worker);
    await client.serviceReady();
    const { errno, data } = client.sendRequest('double', { n: 21 }, new VariableResult('json'));
    await worker.terminate();
    return [errno, data];
  });
  t.after(({ main }) => assert.deepEqual(main, [0, 42]));
});
