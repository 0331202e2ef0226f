// A ring buffer for one producer and one consumer that counts its elements.
import assert from 'node:assert';
import { check } from 'fencepost';

class Ring {
  private readonly count: Int32Array;
  private readonly slots: Int32Array;
  private next = 0; // each side has its own

  constructor(memory: SharedArrayBuffer) {
    this.count = new Int32Array(memory, 0, 1);
    this.slots = new Int32Array(memory, 4);
  }

  push(value: number): boolean {
    if (this.count[0] === this.slots.length) return false; // full
    this.slots[this.next++ % this.slots.length] = value;
    this.count[0]!++;
    return true;
  }

  pop(): number | undefined {
    if (this.count[0] === 0) return undefined; // empty
    const value = this.slots[this.next++ % this.slots.length];
    this.count[0]!--;
    return value;
  }
}

check('what goes in comes out', (t) => {
  const memory = new SharedArrayBuffer(4 + 2 * 4);
  t.thread('producer', () => {
    const ring = new Ring(memory);
    for (const value of [10, 20]) while (!ring.push(value));
  });
  t.thread('consumer', () => {
    const ring = new Ring(memory);
    const got: number[] = [];
    while (got.length < 2) {
      const value = ring.pop();
      if (value !== undefined) got.push(value);
    }
    return got;
  });
  t.after(({ consumer }) => assert.deepEqual(consumer, [10, 20], 'other values came out'));
});
