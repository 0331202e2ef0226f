// Vyukov's bounded queue for many producers and consumers: each cell has a number that says whose turn it is.
// Unlike the original, it is full or empty only if no other call is about to change that.
export class MpmcRing {
  private readonly ends = new Int32Array(new SharedArrayBuffer(8)); // the next to dequeue, the next to enqueue
  private readonly turns: Int32Array;
  private readonly values: Int32Array;

  constructor(private readonly capacity: number) {
    this.turns = new Int32Array(new SharedArrayBuffer(4 * capacity));
    this.values = new Int32Array(new SharedArrayBuffer(4 * capacity));
    for (let i = 0; i < capacity; i++) this.turns[i] = i;
  }

  enqueue(value: number): boolean {
    for (;;) {
      const at = Atomics.load(this.ends, 1);
      const cell = at % this.capacity;
      const turn = Atomics.load(this.turns, cell);
      if (turn < at && Atomics.load(this.ends, 0) + this.capacity === at) return false;
      if (turn === at && Atomics.compareExchange(this.ends, 1, at, at + 1) === at) {
        this.values[cell] = value;
        Atomics.store(this.turns, cell, at + 1);
        return true;
      }
    }
  }

  dequeue(): number | undefined {
    for (;;) {
      const at = Atomics.load(this.ends, 0);
      const cell = at % this.capacity;
      const turn = Atomics.load(this.turns, cell);
      if (turn < at + 1 && Atomics.load(this.ends, 1) === at) return undefined;
      if (turn === at + 1 && Atomics.compareExchange(this.ends, 0, at, at + 1) === at) {
        const value = this.values[cell];
        Atomics.store(this.turns, cell, at + this.capacity);
        return value;
      }
    }
  }
}
