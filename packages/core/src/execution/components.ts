import type { Edge } from './happens-before.js';

/** Returns the number of the strongly connected component of each node (Tarjan 1972, without recursion). */
export function componentsOf(nodes: number, edges: readonly Edge[]): Int32Array {
  return new Components(nodes, edges).components;
}

const NONE = -1;

class Components {
  readonly components: Int32Array;
  /** The edges of node n lead to `targets` from `starts[n]` to `starts[n + 1]`; `next` is the next one to follow. */
  private readonly targets: Int32Array;
  private readonly starts: Int32Array;
  private readonly next: Int32Array;
  private readonly index: Int32Array;
  private readonly low: Int32Array;
  private readonly open: number[] = [];
  private count = 0;

  constructor(nodes: number, edges: readonly Edge[]) {
    this.components = new Int32Array(nodes).fill(NONE);
    this.starts = new Int32Array(nodes + 1);
    this.targets = new Int32Array(edges.length);
    for (const { from } of edges) this.starts[from + 1]!++;
    for (let n = 0; n < nodes; n++) this.starts[n + 1]! += this.starts[n]!;
    this.next = this.starts.slice(0, nodes);
    for (const { from, to } of edges) this.targets[this.next[from]!++] = to;
    this.next.set(this.starts.subarray(0, nodes));
    this.index = new Int32Array(nodes).fill(NONE);
    this.low = new Int32Array(nodes);
    for (let n = 0; n < nodes; n++) if (this.index[n] === NONE) this.visit(n);
  }

  private visit(root: number): void {
    const { index, low, next, starts, targets, components } = this;
    const path = [root];
    this.enter(root);
    while (path.length > 0) {
      const n = path.at(-1)!;
      if (next[n]! < starts[n + 1]!) {
        const to = targets[next[n]!++]!;
        if (index[to] === NONE) {
          path.push(to);
          this.enter(to);
        } else if (components[to] === NONE) low[n] = Math.min(low[n]!, index[to]!);
        continue;
      }
      path.pop();
      if (path.length > 0) low[path.at(-1)!] = Math.min(low[path.at(-1)!]!, low[n]!);
      if (low[n] === index[n]) this.close(n);
    }
  }

  private enter(n: number): void {
    this.index[n] = this.low[n] = this.count++;
    this.open.push(n);
  }

  /** Closes the component of n: the nodes opened since. */
  private close(n: number): void {
    for (;;) {
      const member = this.open.pop()!;
      this.components[member] = n;
      if (member === n) return;
    }
  }
}
