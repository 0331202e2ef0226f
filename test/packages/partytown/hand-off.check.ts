import assert from 'node:assert';
import { check } from 'fencepost';
import { answer, answerInOrder, ask } from './fixtures/hand-off.js';

for (const [name, reply] of Object.entries({ answer, answerInOrder })) {
  check(name, (t) => {
    const sharedData = new Int32Array(new SharedArrayBuffer(64));
    t.thread('main', () => reply(sharedData, [1]));
    t.thread('worker', () => ask(sharedData));
    t.after(({ worker }) => assert.deepEqual(worker, [1]));
  });
}
