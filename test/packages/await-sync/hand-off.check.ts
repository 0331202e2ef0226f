import assert from 'node:assert';
import { check } from 'fencepost';
import { runSync, write } from './fixtures/hand-off.js';

/** As in the package, but the buffer holds 2 bytes of a result at a time, not 8184. */
function buffers(): [Uint8Array, Int32Array] {
  const memory = new SharedArrayBuffer(10);
  return [new Uint8Array(memory, 8), new Int32Array(memory, 0, 2)];
}

check('a result that fits', (t) => {
  const [data, int32] = buffers();
  t.thread('worker', () => write(data, int32, Uint8Array.of(1, 2)));
  t.thread('main', () => [...runSync(data, int32)]);
  // The worker says how many bytes there are before it copies them.
  t.after(({ main }) => assert.deepEqual(main, [1, 2]));
});

check('a result in two parts', (t) => {
  const [data, int32] = buffers();
  t.thread('worker', () => write(data, int32, Uint8Array.of(1, 2, 3)));
  // Each may notify before the other one waits, and then waits itself.
  t.thread('main', () => void runSync(data, int32));
});
