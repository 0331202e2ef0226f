import type { Graph } from '../state/graph.js';
import type { SplitPredecessors } from './split-predecessors.js';

/** Turns the row of e into that of its write part. The row of its read part moves to a separate slot. */
export function splitAtomic(graph: Graph, e: number, predecessors: SplitPredecessors): void {
  addReadPart(graph, e);
  const { rows, width } = graph;
  predecessors.ofWritePart(e);
  for (let w = 0; w < width; w++) rows[e * width + w]! |= predecessors.P[w]!;
}

/** Gives the read part of the atomic e a separate slot, with the row of e. */
export function addReadPart(graph: Graph, e: number): void {
  const part = graph.allocate();
  const { rows, width } = graph;
  graph.occupyByReadPart(part);
  graph.readPart[e] = part;
  for (let w = 0; w < width; w++) rows[part * width + w] = rows[e * width + w]!;
}
