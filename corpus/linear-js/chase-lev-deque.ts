// Chase and Lev's deque: one thread pushes and takes at the bottom, others steal at the top. It does not grow.
export class ChaseLevDeque {
  private readonly ends = new Int32Array(new SharedArrayBuffer(8)); // top, bottom
  private readonly slots: Int32Array;

  constructor(capacity: number) {
    this.slots = new Int32Array(new SharedArrayBuffer(4 * capacity));
  }

  push(value: number): void {
    const bottom = Atomics.load(this.ends, 1);
    Atomics.store(this.slots, bottom % this.slots.length, value);
    Atomics.store(this.ends, 1, bottom + 1);
  }

  take(): number | undefined {
    const bottom = Atomics.load(this.ends, 1) - 1;
    Atomics.store(this.ends, 1, bottom);
    const top = Atomics.load(this.ends, 0);
    if (top > bottom) {
      Atomics.store(this.ends, 1, bottom + 1);
      return undefined;
    }
    const value = Atomics.load(this.slots, bottom % this.slots.length);
    if (top < bottom) return value;
    const won = Atomics.compareExchange(this.ends, 0, top, top + 1) === top;
    Atomics.store(this.ends, 1, bottom + 1);
    return won ? value : undefined;
  }

  steal(): number | undefined {
    for (;;) {
      const top = Atomics.load(this.ends, 0);
      const bottom = Atomics.load(this.ends, 1);
      if (top >= bottom) return undefined;
      const value = Atomics.load(this.slots, top % this.slots.length);
      if (Atomics.compareExchange(this.ends, 0, top, top + 1) === top) return value;
    }
  }
}
