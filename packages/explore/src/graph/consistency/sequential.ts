import { JOIN, grown, mayLeaveOut } from '@fencepost/core';
import { copyRow } from '../state/bit-rows.js';
import type { Graph } from '../state/graph.js';
import { NONE, NOTICED, NOT_SEQUENTIAL, WRITES } from '../state/graph.js';
import { CycleSearch } from './cycle-search.js';

/**
 * Keeps NOT_SEQUENTIAL: is program order ∪ reads-from ∪ coherence ∪ from-reads cyclic? An event added at the end
 * of its thread that reads the latest write, or is the latest, has no outgoing edge, so it closes no cycle; any other
 * has one outgoing edge, to the write n it precedes, and closes a cycle if n reaches it. Once cyclic, a graph stays so
 * as it grows.
 */
export class SequentialCheck {
  private readonly graph: Graph;
  private readonly cycles: CycleSearch;
  private seen = new Int32Array(1);
  private stack = new Int32Array(64);
  private size = 0;

  constructor(graph: Graph) {
    this.graph = graph;
    this.cycles = new CycleSearch(graph);
  }

  /** The edge e → n was added. */
  check(n: number, e: number): void {
    const { graph } = this;
    if ((graph.head[NOTICED]! & NOT_SEQUENTIAL) === 0 && this.reaches(n, e)) graph.head[NOTICED]! |= NOT_SEQUENTIAL;
  }

  /**
   * Whether there is a path from the event `from` to `to`. Searches backwards, but not beyond what is before `from`: such
   * a path would have been a cycle already.
   */
  private reaches(from: number, to: number): boolean {
    this.begin(from);
    this.push(to);
    while (this.size > 0) {
      const e = this.stack[--this.size]!;
      if (e === from) return true;
      this.pushPredecessors(e);
    }
    return false;
  }

  /** Regards as seen what is before the event in program order and reads-from. */
  private begin(event: number): void {
    const { width, porf, hasMates } = this.graph;
    if (this.seen.length !== width) this.seen = new Int32Array(width);
    this.size = 0;
    // With mates, `porf` has more than what this relation orders.
    if (hasMates) this.seen.fill(0);
    else copyRow(porf, event * width, this.seen, 0, width);
  }

  /** Decides again, after events were removed from a graph that was not sequential. */
  recheck(): void {
    const { graph } = this;
    graph.head[NOTICED]! &= ~NOT_SEQUENTIAL;
    if (this.cycles.anyCycle()) graph.head[NOTICED]! |= NOT_SEQUENTIAL;
  }

  /**
   * Is memory as under SC, whatever the inputs and the looks before steps are? For graphs that are complete: it visits all
   * events.
   */
  holdsInMemory(): boolean {
    const { graph } = this;
    if ((graph.head[NOTICED]! & NOT_SEQUENTIAL) === 0) return true;
    return mayLeaveOut(graph.states) && !this.cycles.anyCycleInMemory();
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
    this.push(graph.source[e]!);
    this.pushOfWrite(e);
    const state = graph.state[e]!;
    if (graph.states.kind[state] === JOIN) this.push(graph.last[graph.states.operand[state]!]!);
  }

  /** A write comes after the write before it, and the reads of that. */
  private pushOfWrite(e: number): void {
    const { graph } = this;
    if ((graph.flags[e]! & WRITES) === 0) return;
    const previous = graph.earlier[e]!;
    this.push(previous);
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) if (r !== e) this.push(r);
  }
}
