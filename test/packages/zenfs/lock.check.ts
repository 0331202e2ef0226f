import assert from 'node:assert';
import { MetadataBlock } from '@zenfs/core/backends/single_buffer.js';
import { check } from 'fencepost';
import { sizeof } from 'memium';

check('two threads lock a metadata block', (t) => {
  const memory = new SharedArrayBuffer(sizeof(MetadataBlock));
  const entries = new Int32Array(new SharedArrayBuffer(4));
  const addEntry = (): void => {
    // `lock` waits until the block is unlocked and then stores that it is locked: two threads may do so at a time.
    const release = new MetadataBlock(memory, 0).lock();
    entries[0]! += 1;
    release();
  };
  t.thread('first', addEntry);
  t.thread('second', addEntry);
  t.after(() => assert.equal(entries[0], 2));
});
