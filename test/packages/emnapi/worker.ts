// A worker that cannot load its program. What it says of that is short: each byte is an access of shared memory.
import { parentPort } from 'node:worker_threads';
import { ThreadMessageHandler } from '@emnapi/wasi-threads';

const handler = new ThreadMessageHandler({
  postMessage: (message) => parentPort!.postMessage(message),
  onLoad: () => {
    throw Object.assign(new Error(''), { name: '', stack: '!' });
  },
  onError: () => undefined,
});
parentPort!.on('message', (data) => handler.handle({ data }));
