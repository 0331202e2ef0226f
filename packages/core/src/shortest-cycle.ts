import type { Edge } from './happens-before.js';
import { happensBefore } from './happens-before.js';
import type { Trace } from './trace.js';

/** Which cycle to look for. */
export interface CycleOptions {
  /** May this edge, from an operation to a write of another thread, be the last? Any may unless told otherwise. */
  readonly closes?: (edge: Edge) => boolean;
  /** Of several shortest ones, which? The first by its key. */
  readonly keyOf?: (cycle: readonly Edge[]) => string;
}

/**
 * A shortest cycle of happens-before, edge by edge: the proof that the trace is not SC. Undefined if it is. Its last edge
 * leads from an operation to a write of another thread. (Every cycle has such an edge: to read from others, and to go on,
 * leads forward in time.)
 */
export function findCycle(trace: Trace, options: CycleOptions = {}): readonly Edge[] | undefined {
  const { closes = () => true, keyOf = () => '' } = options;
  const edges = happensBefore(trace);
  const paths = new Paths(trace.events.length, edges);
  let shortest = Infinity;
  let best: readonly Edge[] | undefined;
  let bestKey = '';
  for (const edge of edges) {
    if (!leadsToWriteOfOther(trace, edge) || !closes(edge)) continue;
    const path = paths.shortest(edge.to, edge.from, shortest);
    if (path === undefined) continue;
    const cycle = [...path, edge];
    const key = keyOf(cycle);
    if (path.length === shortest && key >= bestKey) continue;
    shortest = path.length;
    best = cycle;
    bestKey = key;
  }
  return best;
}

/** Is it an edge from an operation to a write of another thread that comes after it in memory? */
export function leadsToWriteOfOther({ events }: Trace, { from, to, kind }: Edge): boolean {
  return (kind === 'from-read' || kind === 'coherence') && events[from]!.thread !== events[to]!.thread;
}

/** Shortest paths in a graph of few nodes, many of them asked for. */
class Paths {
  private readonly out: Edge[][];
  private readonly reachedBy: (Edge | undefined)[];

  constructor(nodes: number, edges: readonly Edge[]) {
    this.out = Array.from({ length: nodes }, () => []);
    this.reachedBy = new Array<Edge | undefined>(nodes);
    for (const edge of edges) if (edge.kind !== 'coherence') this.out[edge.from]!.push(edge);
    // Last: to read from a write says more than to come after it.
    for (const edge of edges) if (edge.kind === 'coherence') this.out[edge.from]!.push(edge);
  }

  /** Undefined if there is none of at most so many edges. */
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
