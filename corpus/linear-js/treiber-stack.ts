import { Arena, nodeOf, tagged } from './arena.js';

// Treiber's stack.
export class TreiberStack {
  private readonly top = new Int32Array(new SharedArrayBuffer(4));
  private readonly next: Int32Array;
  private readonly values: Int32Array;
  private readonly arena: Arena;

  constructor(nodes: number) {
    this.next = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
    this.values = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
    this.arena = new Arena(nodes);
  }

  push(value: number): void {
    const node = this.arena.allocate();
    this.values[node] = value;
    for (;;) {
      const top = Atomics.load(this.top, 0);
      Atomics.store(this.next, node, nodeOf(top));
      if (Atomics.compareExchange(this.top, 0, top, tagged(node, top)) === top) return;
    }
  }

  pop(): number | undefined {
    for (;;) {
      const top = Atomics.load(this.top, 0);
      const node = nodeOf(top);
      if (node === 0) return undefined;
      const next = Atomics.load(this.next, node);
      if (Atomics.compareExchange(this.top, 0, top, tagged(next, top)) === top) {
        const value = this.values[node];
        this.arena.release(node);
        return value;
      }
    }
  }
}
