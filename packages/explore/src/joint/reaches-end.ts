import { grown } from '@fencepost/core';

/** From which joint states an end can be reached. They form a tree, by what was before each, with further edges. */
export class ReachesEnd {
  private readonly ends: number[] = [];
  private from = new Int32Array(64);
  private to = new Int32Array(64);
  private edges = 0;

  constructor(private readonly before: (number: number) => number) {}

  addEnd(number: number): void {
    this.ends.push(number);
  }

  /** Adds an edge to a joint state that was known. */
  addEdge(from: number, to: number): void {
    if (this.edges === this.from.length) {
      this.from = grown(this.from, 2 * this.edges);
      this.to = grown(this.to, 2 * this.edges);
    }
    this.from[this.edges] = from;
    this.to[this.edges++] = to;
  }

  /** Whether all joint states, numbered from 1 to `count`, reach an end, except those that need not. */
  all(count: number, isExcepted: (number: number) => boolean): boolean {
    const reaches = new Uint8Array(count + 1);
    const mark = (number: number): void => {
      for (let at = number; at > 0 && reaches[at] === 0; at = this.before(at)) reaches[at] = 1;
    };
    this.ends.forEach(mark);
    for (let marked = true; marked;) {
      marked = false;
      for (let i = this.edges - 1; i >= 0; i--) {
        if (reaches[this.from[i]!] === 1 || reaches[this.to[i]!] === 0) continue;
        mark(this.from[i]!);
        marked = true;
      }
    }
    for (let number = 1; number <= count; number++) if (reaches[number] === 0 && !isExcepted(number)) return false;
    return true;
  }

  /** Whether there is a cycle. */
  anyCycle(count: number): boolean {
    const { edges, from, to } = this;
    // Edges are numbered; those of the tree come last, by where they lead.
    const first = new Int32Array(count + 1).fill(-1);
    const next = new Int32Array(edges + count + 1);
    const missing = new Int32Array(count + 1);
    const add = (edge: number, start: number, end: number): void => {
      next[edge] = first[start]!;
      first[start] = edge;
      missing[end]!++;
    };
    for (let i = 0; i < edges; i++) add(i, from[i]!, to[i]!);
    for (let number = 2; number <= count; number++) add(edges + number, this.before(number), number);
    const ready = missing[1] === 0 ? [1] : [];
    let done = 0;
    for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
      done++;
      for (let edge = first[at]!; edge >= 0; edge = next[edge]!) {
        const end = edge < edges ? to[edge]! : edge - edges;
        if (--missing[end]! === 0) ready.push(end);
      }
    }
    return done < count;
  }
}
