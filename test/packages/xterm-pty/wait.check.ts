import assert from 'node:assert';
import { MessageChannel } from 'node:worker_threads';
import { check } from 'fencepost';
import { tell, wait, waitInLoop } from './fixtures/wait.js';

const READY = 0;

for (const [name, waitForReadable] of Object.entries({ wait, waitInLoop })) {
  check(`two reads: ${name}`, (t) => {
    const heap = new Int32Array(new SharedArrayBuffer(4));
    // A function of Emscripten that is proxied to the page: a message that no thread waits for.
    const { port1, port2 } = new MessageChannel();
    t.thread('page', () => {
      port1.on('message', (index: number) => tell(heap, index, (callback) => callback(READY)));
    });
    t.thread('thread', () => {
      const types: number[] = [];
      for (let i = 0; i < 2; i++) {
        waitForReadable(
          heap,
          0,
          (index) => port2.postMessage(index),
          (type) => types.push(type),
        );
      }
      return types;
    });
    t.after(({ thread }) => assert.deepEqual(thread, [READY, READY]));
  });
}
