import { JOIN } from '@fencepost/core';
import type { Builder } from './builder.js';
import type { Graph } from '../state/graph.js';
import { NONE, READS, WRITES } from '../state/graph.js';

/**
 * Computes all closure rows from the relations, to a fixed point. Used for graphs that were not built event by event.
 */
export function recomputeRows(builder: Builder): void {
  const { graph } = builder;
  const { width, rows } = graph;
  for (let changed = true; changed;) {
    changed = false;
    for (let e = 0; e < 32 * width; e++) {
      const isEvent = (graph.present[e >> 5]! & (1 << (e & 31))) !== 0 && graph.thread[e] !== NONE;
      if (!isEvent) continue;
      const part = graph.readPart[e]!;
      if (part !== NONE) changed = set(part, readRowOf(builder, e)) || changed;
      changed = set(e, rowOf(builder, e)) || changed;
    }
  }

  function set(slot: number, row: Int32Array): boolean {
    let differs = false;
    for (let w = 0; w < width; w++) {
      differs ||= rows[slot * width + w] !== row[w];
      rows[slot * width + w] = row[w]!;
    }
    return differs;
  }
}

/** Computes the row of e as a read from its neighbours' rows. */
function readRowOf(builder: Builder, e: number): Int32Array {
  const { graph, predecessors } = builder;
  predecessors.ofEvent(e);
  const row = predecessors.P.slice();
  const source = graph.source[e]!;
  if ((graph.flags[e]! & READS) !== 0 && graph.thread[source] !== graph.thread[e]) include(graph, row, source, true);
  return row;
}

/** Adds to the row everything before f and, if `itself` is set, f. */
function include(graph: Graph, row: Int32Array, f: number, itself: boolean): void {
  if (graph.thread[f] === NONE) return;
  for (let w = 0; w < graph.width; w++) row[w]! |= graph.rows[f * graph.width + w]!;
  if (itself) row[f >> 5]! |= 1 << (f & 31);
}

/** Computes the row of e from its neighbours' rows. */
function rowOf(builder: Builder, e: number): Int32Array {
  const { graph, split } = builder;
  const { states } = graph;
  const row = readRowOf(builder, e);
  const flags = graph.flags[e]!;
  if ((flags & WRITES) !== 0) {
    if ((flags & READS) !== 0 && split !== undefined) {
      split.ofWritePart(e);
      split.P.forEach((word, w) => (row[w]! |= word));
    }
    const previous = graph.earlier[e]!;
    include(graph, row, previous, true);
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) {
      if (r !== e) include(graph, row, r, false);
    }
  }
  const state = graph.state[e]!;
  if (states.kind[state] === JOIN) {
    builder.predecessors.ofAll(states.operand[state]!);
    builder.predecessors.P.forEach((word, w) => (row[w]! |= word));
  }
  return row;
}
