import { JOIN } from '@fencepost/core';
import type { Builder } from './builder.js';
import { NONE, READS, WRITES } from './graph.js';

/** Computes all closure rows from the relations, to a fixed point; for graphs that were not built event by event. */
export function recomputeRows(builder: Builder): void {
  const { graph } = builder;
  const { width, rows } = graph;
  for (let changed = true; changed;) {
    changed = false;
    for (let e = 0; e < 32 * width; e++) {
      const isEvent = (graph.present[e >> 5]! & (1 << (e & 31))) !== 0 && graph.thread[e] !== NONE;
      if (!isEvent) continue;
      const row = rowOf(builder, e);
      for (let w = 0; w < width; w++) {
        if (rows[e * width + w] === row[w]) continue;
        rows[e * width + w] = row[w]!;
        changed = true;
      }
    }
  }
}

/** The row of e, computed from its neighbours' rows. */
function rowOf(builder: Builder, e: number): Int32Array {
  const { graph } = builder;
  const { states, width, rows } = graph;
  builder.predecessors.ofEvent(e);
  const row = builder.predecessors.P.slice();
  const include = (f: number, itself: boolean): void => {
    if (graph.thread[f] === NONE) return;
    for (let w = 0; w < width; w++) row[w]! |= rows[f * width + w]!;
    if (itself) row[f >> 5]! |= 1 << (f & 31);
  };
  const flags = graph.flags[e]!;
  if ((flags & READS) !== 0 && graph.thread[graph.source[e]!] !== graph.thread[e]) include(graph.source[e]!, true);
  if ((flags & WRITES) !== 0) {
    const previous = graph.earlier[e]!;
    include(previous, true);
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) if (r !== e) include(r, false);
  }
  const state = graph.state[e]!;
  if (states.kind[state] === JOIN) {
    builder.predecessors.ofAll(states.operand[state]!);
    builder.predecessors.P.forEach((word, w) => (row[w]! |= word));
  }
  return row;
}
