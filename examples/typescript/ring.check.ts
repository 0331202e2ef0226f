import assert from 'node:assert';
import { check } from 'fencepost';
import { Ring } from './ring.js';

check('what goes in comes out', (t) => {
  const memory = new SharedArrayBuffer(8 + 3 * 4);
  t.thread('producer', () => {
    const ring = new Ring(memory);
    for (const value of [10, 20, 30]) while (!ring.push(value));
  });
  t.thread('consumer', () => {
    const ring = new Ring(memory);
    const got: number[] = [];
    while (got.length < 3) {
      const value = ring.pop();
      if (value !== undefined) got.push(value);
    }
    return got;
  });
  t.after(({ consumer }) => assert.deepEqual(consumer, [10, 20, 30], 'other values came out'));
});
