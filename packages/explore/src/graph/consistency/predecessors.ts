import {
  AFTER_OWN_LOCATION,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  STORE_STORE_FENCE,
} from '@fencepost/core';
import { copyRow } from '../state/bit-rows.js';
import type { Graph } from '../state/graph.js';
import { NONE, PART_OF_NEXT, WRITES } from '../state/graph.js';

/**
 * P, the set of writes that preserved program order puts globally before an operation. Holds the most recently computed
 * P.
 */
export class Predecessors {
  P = new Int32Array(1);
  /**
   * The oldest write that a read may return, although it is not ordered before the read: the write seen by the thread's
   * last read of the location. NONE if reads are ordered, because P then has it.
   */
  floor = NONE;
  protected readonly graph: Graph;
  protected readonly table: Int32Array;

  constructor(graph: Graph, table: Int32Array) {
    this.graph = graph;
    this.table = table;
  }

  /** Computes P for the next operation of thread t. */
  of(t: number): void {
    const { graph } = this;
    const { states } = graph;
    const state = graph.current[t]!;
    const flags = this.table[states.code[state]!]!;
    this.collect(t, flags, graph.readBase[t]!, graph.writeBase[t]!, graph.last[t]!, states.location[state]!);
  }

  has(event: number): boolean {
    return (this.P[event >> 5]! & (1 << (event & 31))) !== 0;
  }

  /** Computes P for an operation after everything that thread t did. */
  ofAll(t: number): void {
    const { graph } = this;
    const flags = AFTER_READ_BASE | AFTER_WRITE_BASE | AFTER_OWN_STORES;
    this.collect(t, flags, graph.readBase[t]!, graph.writeBase[t]!, graph.last[t]!, NONE);
  }

  /** Computes P for an event that is in the graph. */
  ofEvent(e: number): void {
    const { graph, table } = this;
    const isPart = (graph.flags[e]! & PART_OF_NEXT) !== 0;
    const flags = isPart ? STORE_STORE_FENCE : table[graph.states.code[graph.state[e]!]!]!;
    const { thread, readBaseBefore, writeBaseBefore, before, location } = graph;
    this.collect(thread[e]!, flags, readBaseBefore[e]!, writeBaseBefore[e]!, before[e]!, location[e]!);
  }

  /** Computes P for an operation of thread t with these bases, whose last event before it is `last`. */
  collect(t: number, flags: number, readBase: number, writeBase: number, last: number, location: number): void {
    const { graph } = this;
    const { width } = graph;
    if (this.P.length !== width) this.P = new Int32Array(width);
    const { P } = this;
    const afterReadBase = (flags & AFTER_READ_BASE) !== 0 && readBase !== NONE;
    if (!afterReadBase) P.fill(0);
    else {
      copyRow(graph.rows, readBase * width, P, 0, width);
      if ((graph.flags[readBase]! & WRITES) !== 0) P[readBase >> 5]! |= 1 << (readBase & 31);
    }
    const known = afterReadBase && writeBase === readBase;
    if ((flags & AFTER_WRITE_BASE) !== 0 && writeBase !== NONE && !known) this.include(writeBase);
    if ((flags & (AFTER_OWN_STORES | AFTER_OWN_LOCATION)) === 0) return;
    const all = (flags & AFTER_OWN_STORES) !== 0;
    for (let e = last; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
      if ((graph.flags[e]! & WRITES) === 0 || (!all && graph.location[e] !== location)) continue;
      // Rows are closed: if P has e, it has everything before e. Coherence puts older writes of the location before e.
      if ((P[e >> 5]! & (1 << (e & 31))) === 0) this.include(e);
      if (!all) return;
    }
  }

  /** Returns the model's flags for an event. */
  flagsOf(e: number): number {
    return this.table[this.graph.codeOf(e)]!;
  }

  /** Adds to P the row of e, and e itself if it writes. */
  protected include(e: number): void {
    const { graph, P } = this;
    const { rows, width } = graph;
    for (let w = 0, at = e * width; w < width; w++, at++) P[w]! |= rows[at]!;
    if ((graph.flags[e]! & WRITES) !== 0) P[e >> 5]! |= 1 << (e & 31);
  }
}
