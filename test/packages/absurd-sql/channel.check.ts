import assert from 'node:assert';
import { Reader, Writer } from 'absurd-sql/src/indexeddb/shared-channel.js';
import { check } from 'fencepost';

check('a number and the end', (t) => {
  const buffer = new SharedArrayBuffer(16);
  t.thread('writer', () => {
    const writer = new Writer(buffer);
    writer.int32(7);
    writer.finalize();
  });
  t.thread('reader', () => {
    const reader = new Reader(buffer);
    return [reader.int32(), reader.done()];
  });
  t.after(({ reader }) => assert.deepEqual(reader, [7, true]));
});
