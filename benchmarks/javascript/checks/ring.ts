import { check } from 'fencepost';

/** A queue for one producer and one consumer. */
class Ring {
  private readonly indices: Int32Array;
  private readonly slots: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.indices = new Int32Array(memory, 0, 2);
    this.slots = new Int32Array(memory, 8);
  }

  push(value: number): boolean {
    const tail = Atomics.load(this.indices, 1);
    if (tail - Atomics.load(this.indices, 0) === this.slots.length) return false;
    this.slots[tail % this.slots.length] = value;
    Atomics.store(this.indices, 1, tail + 1);
    return true;
  }

  pop(): number | undefined {
    const head = Atomics.load(this.indices, 0);
    if (head === Atomics.load(this.indices, 1)) return undefined;
    const value = this.slots[head % this.slots.length];
    Atomics.store(this.indices, 0, head + 1);
    return value;
  }
}

check('ring, 2 pushes, 2 pops', (t) => {
  const memory = new SharedArrayBuffer(16);
  const got: number[] = [];
  t.thread('producer', () => {
    const ring = new Ring(memory);
    for (const value of [11, 22]) while (!ring.push(value));
  });
  t.thread('consumer', () => {
    const ring = new Ring(memory);
    while (got.length < 2) {
      const value = ring.pop();
      if (value !== undefined) got.push(value);
    }
  });
  t.after(() => {
    if (got.join() !== '11,22') throw new Error(`got ${got.join()}`);
  });
});
