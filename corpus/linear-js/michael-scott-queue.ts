import { Arena, nodeOf, tagged } from './arena.js';

// Michael and Scott's queue.
export class MichaelScottQueue {
  private readonly ends = new Int32Array(new SharedArrayBuffer(8)); // head, tail
  private readonly next: Int32Array;
  private readonly values: Int32Array;
  private readonly arena: Arena;

  constructor(nodes: number) {
    this.next = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
    this.values = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
    this.arena = new Arena(nodes);
    this.ends.fill(this.arena.allocate());
  }

  enqueue(value: number): void {
    const node = this.arena.allocate();
    Atomics.store(this.values, node, value);
    Atomics.store(this.next, node, tagged(0, Atomics.load(this.next, node)));
    for (;;) {
      const tail = Atomics.load(this.ends, TAIL);
      const next = Atomics.load(this.next, nodeOf(tail));
      if (tail !== Atomics.load(this.ends, TAIL)) continue;
      if (nodeOf(next) !== 0) {
        Atomics.compareExchange(this.ends, TAIL, tail, tagged(nodeOf(next), tail));
      } else if (Atomics.compareExchange(this.next, nodeOf(tail), next, tagged(node, next)) === next) {
        Atomics.compareExchange(this.ends, TAIL, tail, tagged(node, tail));
        return;
      }
    }
  }

  dequeue(): number | undefined {
    for (;;) {
      const head = Atomics.load(this.ends, HEAD);
      const tail = Atomics.load(this.ends, TAIL);
      const next = nodeOf(Atomics.load(this.next, nodeOf(head)));
      if (head !== Atomics.load(this.ends, HEAD)) continue;
      if (next === 0) return undefined;
      if (nodeOf(head) === nodeOf(tail)) {
        Atomics.compareExchange(this.ends, TAIL, tail, tagged(next, tail));
        continue;
      }
      const value = Atomics.load(this.values, next);
      if (Atomics.compareExchange(this.ends, HEAD, head, tagged(next, head)) === head) {
        this.arena.release(nodeOf(head));
        return value;
      }
    }
  }
}

const HEAD = 0;
const TAIL = 1;
