// A counter.
export class Counter {
  private readonly count = new Int32Array(new SharedArrayBuffer(4));

  increment(): number {
    return Atomics.add(this.count, 0, 1) + 1;
  }

  decrement(): number {
    for (;;) {
      const count = Atomics.load(this.count, 0);
      if (count === 0) return 0;
      if (Atomics.compareExchange(this.count, 0, count, count - 1) === count) return count - 1;
    }
  }

  read(): number {
    return Atomics.load(this.count, 0);
  }
}
