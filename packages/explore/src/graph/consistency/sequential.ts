import { JOIN, grown, mayLeaveOut } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, NOTICED, NOT_SEQUENTIAL, WRITES } from '../state/graph.js';

/**
 * Keeps NOT_SEQUENTIAL: is program order ∪ reads-from ∪ coherence ∪ from-reads cyclic? An event added at the end
 * of its thread that reads the latest write, or is the latest, has no outgoing edge, so it closes no cycle; any other
 * has one outgoing edge, to the write n it precedes, and closes a cycle if n reaches it. Once cyclic, a graph stays so
 * as it grows.
 */
export class SequentialCheck {
  private readonly graph: Graph;
  private seen = new Int32Array(1);
  private stack = new Int32Array(64);
  private size = 0;
  /** Whether to leave out accesses that do not count: those of inputs (`Program.isInput`), and looks before their steps. */
  private inMemory = false;
  /** The set of looks that precede their steps. */
  private looks = new Int32Array(1);

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** The edge e → n was added. */
  check(n: number, e: number): void {
    const { graph } = this;
    if ((graph.head[NOTICED]! & NOT_SEQUENTIAL) === 0 && this.reaches(n, e)) graph.head[NOTICED]! |= NOT_SEQUENTIAL;
  }

  /** Whether there is a path from `from` to `to`. Searches backwards. */
  private reaches(from: number, to: number): boolean {
    this.clear();
    this.push(to);
    while (this.size > 0) {
      const e = this.stack[--this.size]!;
      if (e === from) return true;
      this.pushPredecessors(e);
    }
    return false;
  }

  /** Decides again, after events were removed from a graph that was not sequential. */
  recheck(): void {
    const { graph } = this;
    graph.head[NOTICED]! &= ~NOT_SEQUENTIAL;
    if (this.anyOnCycle()) graph.head[NOTICED]! |= NOT_SEQUENTIAL;
  }

  private anyOnCycle(): boolean {
    const { graph } = this;
    for (let word = 0; word < graph.width; word++) {
      for (let left = graph.present[word]!; left !== 0; left &= left - 1) {
        const e = 32 * word + 31 - Math.clz32(left & -left);
        if (graph.thread[e] !== NONE && this.onCycle(e)) return true;
      }
    }
    return false;
  }

  /**
   * Is memory as under SC, whatever the inputs and the looks before steps are? For graphs that are complete: it visits all
   * events.
   */
  holdsInMemory(): boolean {
    const { graph } = this;
    if ((graph.head[NOTICED]! & NOT_SEQUENTIAL) === 0) return true;
    if (!mayLeaveOut(graph.states)) return false;
    this.findLooks();
    this.inMemory = true;
    const found = this.anyOnCycle();
    this.inMemory = false;
    return !found;
  }

  private findLooks(): void {
    const { graph } = this;
    const { looked } = graph.states;
    if (this.looks.length !== graph.width) this.looks = new Int32Array(graph.width);
    else this.looks.fill(0);
    for (let e = 0; e < 32 * graph.width; e++) {
      if ((graph.present[e >> 5]! & (1 << (e & 31))) === 0 || graph.thread[e] === NONE) continue;
      if (looked[graph.state[e]!] === 1) this.looks[graph.before[e]! >> 5]! |= 1 << (graph.before[e]! & 31);
    }
  }

  /** In a second pass: does what happens at the place of e not count? */
  private isLeftOut(e: number): boolean {
    const { graph } = this;
    return graph.states.locations.input[graph.location[e]!] === true || (this.looks[e >> 5]! & (1 << (e & 31))) !== 0;
  }

  private onCycle(e: number): boolean {
    this.clear();
    this.pushPredecessors(e);
    while (this.size > 0) {
      const f = this.stack[--this.size]!;
      if (f === e) return true;
      this.pushPredecessors(f);
    }
    return false;
  }

  private clear(): void {
    const { width } = this.graph;
    if (this.seen.length !== width) this.seen = new Int32Array(width);
    else this.seen.fill(0);
    this.size = 0;
  }

  private push(e: number): void {
    if (e === NONE || this.graph.thread[e] === NONE) return;
    const bit = 1 << (e & 31);
    if ((this.seen[e >> 5]! & bit) !== 0) return;
    this.seen[e >> 5]! |= bit;
    if (this.size === this.stack.length) this.stack = grown(this.stack, this.size + 1);
    this.stack[this.size++] = e;
  }

  private pushPredecessors(e: number): void {
    const { graph } = this;
    this.push(graph.before[e]!);
    if (!this.inMemory || !this.isLeftOut(e)) this.pushAtPlace(e);
    const state = graph.state[e]!;
    if (graph.states.kind[state] === JOIN) this.push(graph.last[graph.states.operand[state]!]!);
  }

  private pushAtPlace(e: number): void {
    const { graph } = this;
    this.push(graph.source[e]!);
    if ((graph.flags[e]! & WRITES) === 0) return;
    const previous = graph.earlier[e]!;
    this.push(previous);
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) {
      if (r !== e && !(this.inMemory && this.isLeftOut(r))) this.push(r);
    }
  }
}
