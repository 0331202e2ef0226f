import assert from 'node:assert';
import {
  acquireLockWait,
  createObjectBuffer,
  getUnderlyingArrayBuffer,
  loadObjectBuffer,
  releaseLock,
} from '@bnaya/objectbuffer';
import { check } from 'fencepost';

const coders = (): object => ({ textDecoder: new TextDecoder(), textEncoder: new TextEncoder() });

check('two threads take the lock', (t) => {
  const options = { useSharedArrayBuffer: true };
  const memory = getUnderlyingArrayBuffer(createObjectBuffer(coders(), 1024, { n: 0 }, options));
  const inside = new Int32Array(new SharedArrayBuffer(4));
  for (const agent of [1, 2]) {
    t.thread(`agent ${agent}`, () => {
      const object = loadObjectBuffer(coders(), memory);
      while (acquireLockWait(agent, object, 1000) !== 'have-lock');
      inside[0]!++;
      releaseLock(agent, object);
    });
  }
  t.after(() => assert.equal(inside[0], 2));
});
