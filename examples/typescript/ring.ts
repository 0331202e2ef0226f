// A ring buffer for one producer and one consumer.
export class Ring {
  protected readonly head: Int32Array; // the slot to be read next; only the consumer moves it
  protected readonly tail: Int32Array; // the slot to be written next; only the producer moves it
  private readonly slots: Int32Array; // one stays free: the ring is empty if head and tail are the same

  constructor(memory: SharedArrayBuffer) {
    this.head = new Int32Array(memory, 0, 1);
    this.tail = new Int32Array(memory, 4, 1);
    this.slots = new Int32Array(memory, 8);
  }

  push(value: number): boolean {
    const tail = Atomics.load(this.tail, 0);
    const next = (tail + 1) % this.slots.length;
    if (next === Atomics.load(this.head, 0)) return false; // full
    this.slots[tail] = value;
    Atomics.store(this.tail, 0, next);
    return true;
  }

  pop(): number | undefined {
    const head = Atomics.load(this.head, 0);
    if (head === Atomics.load(this.tail, 0)) return undefined; // empty
    const value = this.slots[head];
    Atomics.store(this.head, 0, (head + 1) % this.slots.length);
    return value;
  }
}
