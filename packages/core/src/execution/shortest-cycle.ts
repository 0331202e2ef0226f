import type { Edge } from './happens-before.js';
import { happensBefore } from './happens-before.js';
import { componentsOf } from './components.js';
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

/**
 * Shortest paths along happens-before edges that are part of cycles, prepared for many queries. Most edges of a long
 * execution are not: they lead out of their strongly connected component.
 */
export class ShortestPaths {
  private readonly out: Edge[][];
  private readonly components: Int32Array;
  /** By node: the edge of the present search that reached it. */
  private readonly reachedBy: (Edge | undefined)[];

  constructor(nodes: number, edges: readonly Edge[]) {
    const components = componentsOf(nodes, edges);
    this.components = components;
    this.out = Array.from({ length: nodes }, () => []);
    this.reachedBy = new Array<Edge | undefined>(nodes).fill(undefined);
    const inside = edges.filter(({ from, to }) => components[from] === components[to]);
    for (const edge of inside) if (edge.kind !== 'coherence') this.out[edge.from]!.push(edge);
    // Coherence edges come last, because reads-from explains more.
    for (const edge of inside) if (edge.kind === 'coherence') this.out[edge.from]!.push(edge);
  }

  /**
   * Returns a shortest path from the end of an edge to its start; undefined if there is none of at most `most` edges.
   */
  shortest(start: number, goal: number, most: number): Edge[] | undefined {
    if (this.components[start] !== this.components[goal]) return undefined;
    const reached: number[] = [];
    const path = this.search(start, goal, most, reached);
    for (const node of reached) this.reachedBy[node] = undefined;
    return path;
  }

  private search(start: number, goal: number, most: number, reached: number[]): Edge[] | undefined {
    const { out, reachedBy } = this;
    let from = 0;
    let level = [start];
    for (let length = 1; length <= most && level.length > 0; length++) {
      for (const node of level) {
        for (const edge of out[node]!) {
          if (edge.to === start || reachedBy[edge.to] !== undefined) continue;
          reachedBy[edge.to] = edge;
          reached.push(edge.to);
          if (edge.to === goal) return this.pathTo(start, goal);
        }
      }
      level = reached.slice(from);
      from = reached.length;
    }
    return undefined;
  }

  private pathTo(start: number, goal: number): Edge[] {
    const path: Edge[] = [];
    for (let at = goal; at !== start; at = path.at(-1)!.from) path.push(this.reachedBy[at]!);
    return path.reverse();
  }
}
