// Herlihy and Wing's queue. When an enqueue takes effect depends on what happens later; dequeue waits while it is empty.
export class HerlihyWingQueue {
  private readonly back = new Int32Array(new SharedArrayBuffer(4));
  private readonly items: Int32Array; // 0: nothing

  constructor(capacity: number) {
    this.items = new Int32Array(new SharedArrayBuffer(4 * capacity));
  }

  enqueue(value: number): void {
    const at = Atomics.add(this.back, 0, 1);
    Atomics.store(this.items, at, value);
  }

  dequeue(): number {
    for (;;) {
      const range = Atomics.load(this.back, 0);
      for (let i = 0; i < range; i++) {
        const value = Atomics.exchange(this.items, i, 0);
        if (value !== 0) return value;
      }
    }
  }
}
