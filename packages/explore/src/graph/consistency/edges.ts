import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';
import type { Predecessors } from './predecessors.js';
import type { SequentialCheck } from './sequential.js';
import type { HappensBefore } from './happens-before.js';
import { UnseenWrites } from './unseen-writes.js';

/**
 * The edges between the events of a graph: reads-from as lists of readers, coherence order as a list of writes, and
 * their closures. `rows` has the writes globally before each event; `porf` has the events before it in program order ∪
 * reads-from.
 */
export class Edges {
  private readonly graph: Graph;
  private readonly predecessors: Predecessors;
  private readonly sequential: SequentialCheck | undefined;
  /** Whether only synchronisation orders threads. Otherwise communication does. */
  private readonly synchronises: boolean;
  private readonly happensBefore: HappensBefore | undefined;
  /** Present only if stores are assumed to be unseen. */
  private readonly unseen: UnseenWrites | undefined;

  constructor(
    graph: Graph,
    predecessors: Predecessors,
    sequential: SequentialCheck | undefined,
    synchronises: boolean,
    happensBefore: HappensBefore | undefined,
  ) {
    this.graph = graph;
    this.predecessors = predecessors;
    this.sequential = sequential;
    this.synchronises = synchronises;
    this.happensBefore = happensBefore;
    const { unseen } = graph.states;
    this.unseen = unseen?.any === true ? new UnseenWrites(graph, unseen) : undefined;
  }

  /** Makes e the first in the list of readers of `source`. */
  linkReader(e: number, source: number): void {
    const { graph } = this;
    const first = graph.firstReader[source]!;
    graph.nextReader[e] = first;
    graph.previousReader[e] = NONE;
    if (first !== NONE) graph.previousReader[first] = e;
    graph.firstReader[source] = e;
  }

  /** Removes e from the list of readers of its source. */
  unlinkReader(e: number): void {
    const { graph } = this;
    const next = graph.nextReader[e]!;
    const previous = graph.previousReader[e]!;
    if (previous === NONE) graph.firstReader[graph.source[e]!] = next;
    else graph.nextReader[previous] = next;
    if (next !== NONE) graph.previousReader[next] = previous;
  }

  /** Removes e from the coherence order. */
  unlinkWrite(e: number): void {
    const { graph } = this;
    const next = graph.later[e]!;
    const previous = graph.earlier[e]!;
    graph.later[previous] = next;
    if (next === NONE) graph.latest[graph.location[e]!] = previous;
    else graph.earlier[next] = previous;
  }

  /** Undoes `unlinkReader`. All later changes must have been undone. */
  relinkReader(e: number): void {
    const { graph } = this;
    const next = graph.nextReader[e]!;
    const previous = graph.previousReader[e]!;
    if (previous === NONE) graph.firstReader[graph.source[e]!] = e;
    else graph.nextReader[previous] = e;
    if (next !== NONE) graph.previousReader[next] = e;
  }

  /** Undoes `unlinkWrite`. All later changes must have been undone. */
  relinkWrite(e: number): void {
    const { graph } = this;
    const next = graph.later[e]!;
    graph.later[graph.earlier[e]!] = e;
    if (next === NONE) graph.latest[graph.location[e]!] = e;
    else graph.earlier[next] = e;
  }

  /** Orders the read e before the write that overwrites the value it read. */
  addFromRead(e: number, overwriting: number): void {
    if (!this.synchronises) this.propagate(e, overwriting, false);
    this.sequential?.check(overwriting, e);
    this.unseen?.checkRead(e);
  }

  /** Places the write e after `previous` in coherence order and adds the resulting edges. */
  place(e: number, previous: number): void {
    const { graph } = this;
    const next = graph.later[previous]!;
    graph.earlier[e] = previous;
    graph.later[e] = next;
    graph.later[previous] = e;
    if (next === NONE) graph.latest[graph.location[e]!] = e;
    else graph.earlier[next] = e;
    if (!this.synchronises) this.orderPlaced(e, previous, next);
    if (next !== NONE) this.sequential?.check(next, e);
    this.unseen?.checkWrite(e);
  }

  /** Orders the write e after `previous` and its readers, and before `next`. */
  private orderPlaced(e: number, previous: number, next: number): void {
    const { graph } = this;
    const { width, rows } = graph;
    const at = e * width;
    // Rows are closed: if `previous` is already before e, so is everything before `previous`.
    const isBefore = (rows[at + (previous >> 5)]! & (1 << (previous & 31))) !== 0;
    if (graph.thread[previous] !== NONE && !isBefore) {
      for (let w = 0, b = previous * width; w < width; w++, b++) rows[at + w]! |= rows[b]!;
      rows[at + (previous >> 5)]! |= 1 << (previous & 31);
    }
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) {
      if (r !== e) for (let w = 0, b = r * width; w < width; w++, b++) rows[at + w]! |= rows[b]!;
    }
    if (next !== NONE) this.propagate(e, next, true);
  }

  /** Propagates that e is now before the write n: everything before e is before n and everything after n. */
  private propagate(e: number, n: number, writes: boolean): void {
    const { graph } = this;
    const { width, rows, present } = graph;
    const at = e * width;
    if (!writes) {
      let w = 0;
      while (w < width && (rows[at + w]! & ~rows[n * width + w]!) === 0) w++;
      if (w === width) return;
    }
    const nWord = n >> 5;
    const nBit = 1 << (n & 31);
    for (let word = 0; word < width; word++) {
      for (let left = present[word]!; left !== 0;) {
        const bit = left & -left;
        left ^= bit;
        const f = 32 * word + 31 - Math.clz32(bit);
        const to = f * width;
        if (f !== n && (rows[to + nWord]! & nBit) === 0) continue;
        for (let w = 0; w < width; w++) {
          let add = rows[at + w]!;
          if (writes && w === e >> 5) add |= 1 << (e & 31);
          if ((add & ~rows[to + w]!) === 0) continue;
          graph.logRow(to + w);
          rows[to + w]! |= add;
        }
      }
    }
  }

  /** Orders f, and everything before it in program order and reads-from, before e. */
  includePorf(e: number, f: number): void {
    const { graph } = this;
    if (graph.thread[f] === NONE) return;
    const { width, porf } = graph;
    for (let w = 0, a = e * width, b = f * width; w < width; w++, a++, b++) porf[a]! |= porf[b]!;
    porf[e * width + (f >> 5)]! |= 1 << (f & 31);
  }

  /** Orders the mate of e before e in `porf`. */
  includeMate(e: number, mate: number): void {
    this.graph.hasMates = true;
    this.includePorf(e, mate);
  }

  /** Sets the closures of the last event of its thread from its place in program order and its source. */
  recompute(e: number): void {
    const { graph } = this;
    const source = graph.source[e]!;
    this.recomputePorf(e);
    this.recomputeRow(e);
    this.happensBefore?.recompute(e);
    if (graph.thread[source] !== NONE) this.includeSource(e, source);
  }

  /** Sets the row of e from its place in program order only. */
  recomputeRow(e: number): void {
    const { width, rows } = this.graph;
    this.predecessors.ofEvent(e);
    const { P } = this.predecessors;
    for (let w = 0; w < width; w++) rows[e * width + w] = P[w]!;
  }

  /** Sets all closures except the row. */
  recomputeRest(e: number): void {
    this.recomputePorf(e);
    this.happensBefore?.recompute(e);
  }

  private recomputePorf(e: number): void {
    const { graph } = this;
    const before = graph.before[e]!;
    graph.porf.fill(0, e * graph.width, (e + 1) * graph.width);
    if (before !== NONE) this.includePorf(e, before);
    if (graph.mate[e] !== NONE) this.includeMate(e, graph.mate[e]!);
    this.includePorf(e, graph.source[e]!);
  }

  /** Adds the edges for a read e from `source`, which is an event. */
  readFrom(e: number, source: number): void {
    this.includePorf(e, source);
    this.happensBefore?.read(e, source);
    this.includeSource(e, source);
  }

  /** Like `readFrom`, for an atomic that is about to be placed after `source`. Placing it includes the row. */
  readForUpdate(e: number, source: number): void {
    this.includePorf(e, source);
    this.happensBefore?.read(e, source);
  }

  /** If communication orders threads: orders the source before e, unless e may have read it early. */
  private includeSource(e: number, source: number): void {
    const { thread } = this.graph;
    if (!this.synchronises && thread[source] !== thread[e]) this.includeRow(e, source);
  }

  /** Orders the write `source`, and everything globally before it, before e. */
  private includeRow(e: number, source: number): void {
    const { width, rows } = this.graph;
    for (let w = 0, a = e * width, b = source * width; w < width; w++, a++, b++) rows[a]! |= rows[b]!;
    rows[e * width + (source >> 5)]! |= 1 << (source & 31);
  }
}
