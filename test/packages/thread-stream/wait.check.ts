import { check } from 'fencepost';
import { read, streamOf, waitForRead, write } from './fixtures/stream.js';

check('more is written while the stream waits for its reader', (t) => {
  const state = new Int32Array(new SharedArrayBuffer(128));
  t.thread('main', () => {
    const stream = streamOf(state);
    write(stream, 1);
    setImmediate(write, stream, 2);
    return new Promise<void>((resolve) => waitForRead(stream, resolve));
  });
  t.thread('worker', () => read(state, 2));
});
