// Nodes that are used again, each as late as possible; 0 is none. A reference is a node with a tag that changes.
export class Arena {
  private readonly used: Int32Array; // the number of searches, then which nodes are in use

  constructor(private readonly nodes: number) {
    this.used = new Int32Array(new SharedArrayBuffer(4 * (nodes + 1)));
  }

  /** Waits until there is one. */
  allocate(): number {
    const start = Atomics.add(this.used, 0, 1);
    for (;;) {
      for (let i = 0; i < this.nodes; i++) {
        const node = 1 + ((start + i) % this.nodes);
        if (Atomics.compareExchange(this.used, node, 0, 1) === 0) return node;
      }
    }
  }

  release(node: number): void {
    Atomics.store(this.used, node, 0);
  }
}

export function nodeOf(reference: number): number {
  return reference & 0xff;
}

/** A reference to the node that differs from the one before. */
export function tagged(node: number, before: number): number {
  return node | ((before & ~0xff) + 0x100);
}
