import { Lock } from './lock.js';

// Michael and Scott's queue with two locks: one thread enqueues while another one dequeues. Nodes are not used again.
export class TwoLockQueue {
  private readonly words = new Int32Array(new SharedArrayBuffer(20)); // head, tail, nodes in use, two locks
  private readonly next: Int32Array;
  private readonly values: Int32Array;
  private readonly headLock = new Lock(this.words, 3);
  private readonly tailLock = new Lock(this.words, 4);

  constructor(nodes: number) {
    this.next = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
    this.values = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
  }

  enqueue(value: number): void {
    this.tailLock.holding(() => {
      const node = ++this.words[USED]!;
      this.values[node] = value;
      Atomics.store(this.next, this.words[TAIL]!, node);
      this.words[TAIL] = node;
    });
  }

  dequeue(): number | undefined {
    return this.headLock.holding(() => {
      const next = Atomics.load(this.next, this.words[HEAD]!);
      if (next === 0) return undefined;
      this.words[HEAD] = next;
      return this.values[next];
    });
  }
}

const HEAD = 0;
const TAIL = 1;
const USED = 2;
