/// <reference lib="es2024.sharedmemory" />
import assert from 'node:assert';
import { check } from 'fencepost';

check('the page gets the result', (t) => {
  const words = new Int32Array(new SharedArrayBuffer(8)); // ready, result
  const page = t.thread(
    'page',
    async () => {
      while (Atomics.load(words, 0) === 0) await Atomics.waitAsync(words, 0, 0).value;
      return words[1];
    },
    { mainThread: true },
  );
  t.thread('worker', () => {
    words[1] = 42;
    Atomics.store(words, 0, 1);
    Atomics.notify(words, 0);
  });
  t.after(() => assert.equal(page.result, 42));
});
