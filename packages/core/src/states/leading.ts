import type { IntegerPairs } from './integer-pairs.js';

/** Which states lead to which: the successors, backwards. */
export class Leading {
  /** The first edge to each state, and the next edge after each; 0: none. Edges count from 1. */
  private readonly first: Int32Array;
  private readonly next: number[] = [0];
  private readonly from: number[] = [0];

  constructor(states: number, successors: IntegerPairs) {
    this.first = new Int32Array(states);
    successors.forEach((from, _, to) => {
      this.next.push(this.first[to]!);
      this.first[to] = this.from.push(from) - 1;
    });
  }

  to(state: number, visit: (from: number) => void): void {
    for (let edge = this.first[state]!; edge !== 0; edge = this.next[edge]!) visit(this.from[edge]!);
  }
}
