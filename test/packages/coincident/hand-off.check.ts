import assert from 'node:assert';
import { check } from 'fencepost';
import { decoder } from 'reflected-ffi/decoder';
import { encoder } from 'reflected-ffi/encoder';
import { answer, answerInOrder, ask } from './fixtures/hand-off.js';

check('a worker calls a function of the page', (t) => {
  const page = t.worker(new URL('./main.ts', import.meta.url), { flavour: 'web' });
  t.after(() => assert.deepEqual(page.messages, [7]));
});

// What coincident/src/utils.js has as `defaults`.
const defaults = { byteOffset: 2 * Int32Array.BYTES_PER_ELEMENT };

for (const [name, reply] of Object.entries({ answer, answerInOrder })) {
  check(name, (t) => {
    const i32 = new Int32Array(new SharedArrayBuffer(64));
    t.thread('main', () => reply(i32, [i32, 7, null], encoder(defaults), Atomics));
    t.thread('worker', () => ask(i32, decoder(defaults), Atomics));
    t.after(({ worker }) => assert.equal(worker, 7));
  });
}
