import { ACQUIRES, FENCE, JOIN, NOT_ATOMIC, NO_EVENT, RELEASES } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, READS } from '../state/graph.js';

const ACQUIRES_AND_RELEASES = ACQUIRES | RELEASES;

/**
 * Happens-before of C11 and ECMA-262: program order and synchronisation. `graph.hb` has the events that happen before
 * each event. A row does not change as long as its event is in the graph, because coherence and from-reads are not part
 * of happens-before.
 */
export class HappensBefore {
  protected readonly graph: Graph;
  /** By code: whether operations acquire and release. */
  private readonly table: Int32Array;

  constructor(graph: Graph, table: Int32Array) {
    this.graph = graph;
    this.table = table;
  }

  /** Returns the acquire and release flags of an event. */
  flagsOf(e: number): number {
    return this.table[this.graph.codeOf(e)]!;
  }

  isBefore(a: number, b: number): boolean {
    const { hb, width } = this.graph;
    return (hb[b * width + (a >> 5)]! & (1 << (a & 31))) !== 0;
  }

  /** Initialises the row of the new event e, which follows `before` in program order. */
  follow(e: number, before: number): void {
    const { hb, width } = this.graph;
    // Rows are short: this is faster than `fill`, which front ends replace.
    for (let w = e * width; w < (e + 1) * width; w++) hb[w] = 0;
    if (before !== NONE) this.includeHb(e, before);
  }

  /** Adds synchronisation for a read e from `source`. */
  read(e: number, source: number): void {
    if ((this.flagsOf(e) & ACQUIRES) !== 0) this.acquire(e, source);
  }

  /**
   * Adds synchronisation for an acquire fence e: orders it after the releases that earlier reads of its thread
   * observed.
   */
  fence(e: number): void {
    const { graph } = this;
    if ((this.flagsOf(e) & ACQUIRES) === 0) return;
    const t = graph.thread[e]!;
    for (let f = graph.before[e]!; f !== NONE && graph.thread[f] === t; f = graph.before[f]!) {
      const flags = this.flagsOf(f);
      if ((graph.flags[f]! & READS) === 0) {
        // An earlier acquire fence already covers the remaining reads.
        if (graph.states.kind[graph.state[f]!] === FENCE && (flags & ACQUIRES) !== 0) return;
      } else if ((flags & (ACQUIRES | NOT_ATOMIC)) === 0) this.acquire(e, graph.source[f]!);
    }
  }

  /** Orders e after `last`, the last event of a thread it joins. */
  join(e: number, last: number): void {
    this.include(e, last);
  }

  /** Recomputes the set of events that happen before e. */
  recompute(e: number): void {
    const { graph } = this;
    const { states } = graph;
    const state = graph.state[e]!;
    this.follow(e, graph.before[e]!);
    if ((graph.flags[e]! & READS) !== 0) this.read(e, graph.source[e]!);
    if (states.kind[state] === FENCE) this.fence(e);
    if (states.kind[state] !== JOIN) return;
    const last = graph.last[states.operand[state]!]!;
    if (last !== NONE) this.join(e, last);
  }

  /**
   * Makes e acquire from the write w: e is after w if w releases, or else after the last release fence before w. If w
   * is a read-modify-write, it also continues the release sequence of its source (C++20: only read-modify-writes
   * continue one).
   */
  private acquire(e: number, w: number): void {
    const { graph } = this;
    for (;;) {
      if (graph.thread[w] === NONE) return;
      const flags = this.flagsOf(w);
      if ((flags & NOT_ATOMIC) !== 0) return;
      if ((flags & RELEASES) !== 0) this.include(e, w);
      else {
        const fence = this.releaseFenceBefore(w);
        if (fence !== NONE) this.include(e, fence);
      }
      const knowsTheRest = (flags & ACQUIRES_AND_RELEASES) === ACQUIRES_AND_RELEASES;
      if ((graph.flags[w]! & READS) === 0 || knowsTheRest) return;
      w = graph.source[w]!;
    }
  }

  /** Returns the last release fence before w in its thread. */
  protected releaseFenceBefore(w: number): number {
    const { graph } = this;
    const t = graph.thread[w]!;
    for (let f = graph.before[w]!; f !== NONE && graph.thread[f] === t; f = graph.before[f]!) {
      const isFence = graph.states.kind[graph.state[f]!] === FENCE;
      if (isFence && (this.flagsOf(f) & RELEASES) !== 0) return f;
    }
    return NONE;
  }

  /** Orders f, and everything that happens before it, before e. */
  protected include(e: number, f: number): void {
    this.includeHb(e, f);
  }

  private includeHb(e: number, f: number): void {
    const { hb, width } = this.graph;
    for (let w = 0, a = e * width, b = f * width; w < width; w++, a++, b++) hb[a]! |= hb[b]!;
    hb[e * width + (f >> 5)]! |= 1 << (f & 31);
  }
}

/** Returns the table with all fences as events, because they synchronise. */
export function withFences(table: Int32Array): Int32Array {
  return table.map((flags) => ((flags & NO_EVENT) === 0 ? flags : 0));
}
