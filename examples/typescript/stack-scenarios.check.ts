// Are the calls of a stack as if they came one after the other?
import { int, linearizable } from 'fencepost';

class Stack {
  private readonly top: Int32Array;
  private readonly slots: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.top = new Int32Array(memory, 0, 1);
    this.slots = new Int32Array(memory, 4);
  }

  push(value: number): void {
    const at = Atomics.add(this.top, 0, 1);
    Atomics.store(this.slots, at, value); // others may come before it, and find an empty slot
  }

  pop(): number | undefined {
    for (;;) {
      const top = Atomics.load(this.top, 0);
      if (top === 0) return undefined;
      if (Atomics.compareExchange(this.top, 0, top, top - 1) === top) return Atomics.load(this.slots, top - 1);
    }
  }
}

linearizable('stack', () => new Stack(new SharedArrayBuffer(4 + 4 * 4)), { push: [int(1, 2)], pop: [] }, { calls: 3 });
