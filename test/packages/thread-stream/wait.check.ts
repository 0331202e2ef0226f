import type { CheckBuilder } from 'fencepost';
import { check } from 'fencepost';
import { neverLookAgain, read, streamOf, waitForRead, write } from './fixtures/stream.js';

function twoWrites(t: CheckBuilder): void {
  const state = new Int32Array(new SharedArrayBuffer(128));
  t.thread('main', () => {
    const stream = streamOf(state);
    write(stream, 1);
    setImmediate(write, stream, 2);
    return new Promise<void>((resolve) => waitForRead(stream, resolve));
  });
  t.thread('worker', () => read(state, 2));
}

check('more is written while the stream waits for its reader', twoWrites);

// Quicker, as there are fewer ways to go on.
check('the same by notifications alone', (t) => {
  neverLookAgain();
  twoWrites(t);
});

check('the stream waits for its reader', (t) => {
  const state = new Int32Array(new SharedArrayBuffer(128));
  t.thread('main', () => {
    const stream = streamOf(state);
    write(stream, 1);
    return new Promise<void>((resolve) => waitForRead(stream, resolve));
  });
  t.thread('worker', () => read(state, 1));
});
