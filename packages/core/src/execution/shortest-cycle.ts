import type { Edge } from './happens-before.js';
import { happensBefore } from './happens-before.js';
import type { Trace } from './trace.js';

/**
 * Returns a shortest happens-before cycle, edge by edge, which proves that the trace is not SC; undefined if it is SC.
 */
export function findCycle(trace: Trace): readonly Edge[] | undefined {
  const edges = happensBefore(trace);
  const paths = new ShortestPaths(trace.events.length, edges);
  let best: readonly Edge[] | undefined;
  for (const edge of edges) {
    // Every cycle passes through another thread.
    if (edge.kind === 'program order') continue;
    const path = paths.shortest(edge.to, edge.from, best === undefined ? Infinity : best.length - 2);
    if (path !== undefined) best = [...path, edge];
  }
  return best;
}

/** Shortest paths along happens-before edges, prepared for many queries. */
export class ShortestPaths {
  private readonly out: Edge[][];
  private readonly reachedBy: (Edge | undefined)[];

  constructor(nodes: number, edges: readonly Edge[]) {
    this.out = Array.from({ length: nodes }, () => []);
    this.reachedBy = new Array<Edge | undefined>(nodes);
    for (const edge of edges) if (edge.kind !== 'coherence') this.out[edge.from]!.push(edge);
    // Coherence edges come last, because reads-from explains more.
    for (const edge of edges) if (edge.kind === 'coherence') this.out[edge.from]!.push(edge);
  }

  /** Returns a shortest path from one event to another; undefined if there is none of at most `most` edges. */
  shortest(start: number, goal: number, most: number): Edge[] | undefined {
    const { out, reachedBy } = this;
    reachedBy.fill(undefined);
    let level = [start];
    for (let length = 1; length <= most && level.length > 0; length++) {
      const next: number[] = [];
      for (const node of level) {
        for (const edge of out[node]!) {
          if (edge.to === start || reachedBy[edge.to] !== undefined) continue;
          reachedBy[edge.to] = edge;
          if (edge.to === goal) return this.pathTo(start, goal);
          next.push(edge.to);
        }
      }
      level = next;
    }
    return undefined;
  }

  private pathTo(start: number, goal: number): Edge[] {
    const path: Edge[] = [];
    for (let at = goal; at !== start; at = path.at(-1)!.from) path.push(this.reachedBy[at]!);
    return path.reverse();
  }
}
