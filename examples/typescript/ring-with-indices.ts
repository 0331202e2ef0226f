// A ring buffer for one producer and one consumer with an index for each.
import assert from 'node:assert';
import { check } from 'fencepost';

class Ring {
  private readonly head: Int32Array; // the slot to be read next; only the consumer moves it
  private readonly tail: Int32Array; // the slot to be written next; only the producer moves it
  private readonly slots: Int32Array; // one stays free: the ring is empty if head and tail are the same

  constructor(memory: SharedArrayBuffer) {
    this.head = new Int32Array(memory, 0, 1);
    this.tail = new Int32Array(memory, 4, 1);
    this.slots = new Int32Array(memory, 8);
  }

  push(value: number): boolean {
    const tail = this.tail[0]!;
    const next = (tail + 1) % this.slots.length;
    if (next === this.head[0]) return false; // full
    this.slots[tail] = value;
    this.tail[0] = next;
    return true;
  }

  pop(): number | undefined {
    const head = this.head[0]!;
    if (head === this.tail[0]) return undefined; // empty
    const value = this.slots[head];
    this.head[0] = (head + 1) % this.slots.length;
    return value;
  }
}

check('what goes in comes out', (t) => {
  const memory = new SharedArrayBuffer(8 + 3 * 4);
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
