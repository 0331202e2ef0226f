import type { LocalStates } from '@fencepost/core';
import type { Builder } from './builder.js';
import type { Graph } from '../state/graph.js';
import { NONE, READS } from '../state/graph.js';
import type { Predecessors } from '../consistency/predecessors.js';
import type { Revisits } from './revisits.js';

/** The candidates for an operation to add: the writes it may read, and its possible places in coherence order. */
export class Candidates {
  private readonly builder: Builder;
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly predecessors: Predecessors;
  private readonly revisits: Revisits;
  /** P of the revisited read (the builder holds P of the write). */
  private readerP = new Int32Array(1);
  private readerFloor = NONE;

  constructor(builder: Builder, revisits: Revisits) {
    this.builder = builder;
    this.graph = builder.graph;
    this.states = builder.states;
    this.predecessors = builder.predecessors;
    this.revisits = revisits;
  }

  /**
   * Quick test whether the latest write is the only one that an operation of t on this location can read or follow, and
   * there is nothing to revisit. True if no other thread has accessed the location since t wrote there, or at all.
   */
  isOnlyChoice(t: number, location: number): boolean {
    const { latest, thread, earlier, firstReader, nextReader } = this.graph;
    const write = latest[location]!;
    if (this.builder.units.enabled || (thread[write] !== t && earlier[write] !== NONE)) return false;
    for (let r = firstReader[write]!; r !== NONE; r = nextReader[r]!) if (thread[r] !== t) return false;
    return true;
  }

  /** Returns the next write older than `source` that the operation of t may read. P must be current. */
  nextSource(t: number, state: number, source: number): number {
    const { graph, states } = this;
    for (let w = source; ;) {
      if (graph.thread[w] === t) return NONE;
      const newer = w;
      w = graph.earlier[newer]!;
      if (w === NONE || this.predecessors.has(newer)) return NONE;
      // A read that waits although it could read the latest write proves nothing. Reading the latest write is tried
      // first.
      if (states.accepts(state, graph.value[w]!)) return w;
    }
  }

  /**
   * Returns the next place before `previous` for the write of t. For a revisit, only a place from which thread `reader`
   * may read. P, and then readerP, must be current.
   */
  nextPlace(t: number, reader: number, previous: number): number {
    const { graph } = this;
    for (let p = previous; ;) {
      const owner = graph.thread[p]!;
      if (owner === t || (owner === reader && reader !== NONE)) return NONE;
      const newer = p;
      p = graph.earlier[newer]!;
      if (p === NONE || this.predecessors.has(newer)) return NONE;
      if (reader !== NONE) {
        if (newer === this.readerFloor || (this.readerP[newer >> 5]! & (1 << (newer & 31))) !== 0) return NONE;
      }
      // No write comes between an atomic and the write it read.
      if ((graph.flags[newer]! & READS) === 0) return p;
    }
  }

  /** Whether thread `reader` may read a write placed after `previous`. */
  mayReadAfter(reader: number, previous: number): boolean {
    const { graph } = this;
    const next = graph.later[previous]!;
    if (next === NONE) return true;
    this.predecessors.of(reader);
    const { floor } = this.predecessors;
    // Check all later writes: if only synchronisation orders threads, P may contain a write without the older ones.
    for (let w = next; w !== NONE; w = graph.later[w]!) {
      if (graph.thread[w] === reader || w === floor || this.predecessors.has(w)) return false;
    }
    return true;
  }

  /** Computes P of the revisited read, for `nextPlace`. */
  setReaderP(reader: number): void {
    this.predecessors.of(reader);
    if (this.readerP.length !== this.graph.width) this.readerP = new Int32Array(this.graph.width);
    this.readerP.set(this.predecessors.P);
    this.readerFloor = this.predecessors.floor;
  }

  /** Whether the store of thread t would satisfy the condition of the next operation of `reader`. */
  satisfiesReader(reader: number, t: number): boolean {
    return this.satisfied(reader, this.states.operand[this.graph.current[t]!]!);
  }

  /** Whether this value would satisfy that condition. */
  satisfied(reader: number, value: number): boolean {
    return this.states.accepts(this.graph.current[reader]!, value);
  }

  /** Whether the atomic in `state` would write if it read `source`. */
  writesAfter(state: number, source: number): boolean {
    const { states } = this;
    const value = this.graph.value[source]!;
    return states.accepts(state, value) && states.writesAfter(state, value);
  }

  /** Returns the atomic that read `source` and wrote after it, or NONE. */
  atomicAfter(source: number): number {
    const { graph } = this;
    const next = graph.later[source]!;
    return next !== NONE && (graph.flags[next]! & READS) !== 0 ? next : NONE;
  }

  /**
   * Returns the waiting lock that the atomic in `state` wakes if it reads `source`, or NONE. The revisits must be those
   * of this atomic, and `taken` the atomic after the source.
   */
  wakes(state: number, source: number, taken: number): number {
    const { states } = this;
    if (states.unlocks[state] !== 1 || taken !== NONE) return NONE;
    const waiter = this.builder.waking.soleWaiter(source);
    return waiter !== NONE && this.revisits.isOnlyOther(states.location[state]!, waiter) ? waiter : NONE;
  }
}
