// A ring buffer for one producer and one consumer. One slot stays free.
export class SpscRing {
  private readonly ends = new Int32Array(new SharedArrayBuffer(8)); // head, tail
  private readonly slots: Int32Array;

  constructor(capacity: number) {
    this.slots = new Int32Array(new SharedArrayBuffer(4 * (capacity + 1)));
  }

  push(value: number): boolean {
    const tail = Atomics.load(this.ends, 1);
    const next = (tail + 1) % this.slots.length;
    if (next === Atomics.load(this.ends, 0)) return false;
    this.slots[tail] = value;
    Atomics.store(this.ends, 1, next);
    return true;
  }

  pop(): number | undefined {
    const head = Atomics.load(this.ends, 0);
    if (head === Atomics.load(this.ends, 1)) return undefined;
    const value = this.slots[head];
    Atomics.store(this.ends, 0, (head + 1) % this.slots.length);
    return value;
  }
}
