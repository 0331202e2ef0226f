import assert from 'node:assert';
import { check } from 'fencepost';
import { WaitingRing } from './waiting-ring.js';

check('the consumer is woken', (t) => {
  const memory = new SharedArrayBuffer(8 + 3 * 4);
  t.thread('producer', () => {
    const ring = new WaitingRing(memory);
    for (const value of [10, 20]) ring.send(value);
  });
  t.thread('consumer', () => {
    const ring = new WaitingRing(memory);
    return [ring.receive(), ring.receive()];
  });
  t.after(({ consumer }) => assert.deepEqual(consumer, [10, 20], 'other values came out'));
});
