import assert from 'node:assert';
import { check } from 'fencepost';
import { makeAtomicsChannel, readMessage, writeMessage } from 'sync-message';

check('two questions, two answers', { unroll: 2 }, (t) => {
  const channel = makeAtomicsChannel({ bufferSize: 8 });
  const asked = new Int32Array(new SharedArrayBuffer(4));
  t.thread('page', async () => {
    for (const question of [1, 2]) {
      while (Atomics.load(asked, 0) !== question);
      await writeMessage(channel, question, String(question));
    }
  });
  t.thread('worker', () =>
    [1, 2].map((question) => {
      Atomics.store(asked, 0, question);
      return readMessage(channel, String(question));
    }),
  );
  t.after(({ worker }) => assert.deepEqual(worker, [1, 2]));
});
