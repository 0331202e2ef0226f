import { immediateDominators, strictDominators } from './dominators.js';
import type { Graph } from './graph.js';
import { reversed } from './graph.js';

/** A loop of the control-flow graph, by the numbers of its blocks. */
export interface Loop {
  readonly header: number;
  readonly body: ReadonlySet<number>;
  /** Blocks of the loop that jump back to the header. */
  readonly latches: readonly number[];
  /** Blocks outside that lead into the loop. */
  readonly entries: readonly number[];
}

/**
 * Returns the loops. Every target of a back edge of a depth-first search heads a loop, even if control flow is
 * irreducible.
 */
export function findLoops(graph: Graph): Loop[] {
  const predecessors = reversed(graph);
  const dominators = immediateDominators(graph, 0);
  const latches = new Map<number, Set<number>>();
  for (const [from, to] of backEdges(graph)) {
    const known = latches.get(to);
    if (known === undefined) latches.set(to, new Set([from]));
    else known.add(from);
  }
  return [...latches]
    .sort(([a], [b]) => a - b)
    .map(([header, sources]) => {
      const around = strictDominators(dominators, header);
      const body = loopBody(graph, predecessors, header, sources, around);
      const entries = new Set<number>();
      for (const block of body) {
        for (const from of predecessors[block] ?? []) if (!body.has(from)) entries.add(from);
      }
      return { header, body, latches: [...sources], entries: [...entries].sort((a, b) => a - b) };
    });
}

function backEdges(graph: Graph): [number, number][] {
  const edges: [number, number][] = [];
  const state = new Uint8Array(graph.length); // 0 not seen, 1 on the path, 2 left
  const path: { block: number; next: number }[] = [];
  const enter = (block: number): void => {
    state[block] = 1;
    path.push({ block, next: 0 });
  };
  if (graph.length > 0) enter(0);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const target = graph[top.block]?.[top.next++];
    if (target === undefined) {
      state[top.block] = 2;
      path.pop();
    } else if (state[target] === 1) edges.push([top.block, target]);
    else if (state[target] === 0) enter(target);
  }
  return edges;
}

/**
 * Returns the blocks that reach a back edge without passing the header. In irreducible control flow the header need not
 * dominate them. Then blocks that it does not reach do not belong to the loop, nor do the blocks `around` it, which are
 * on all paths to the header: control that comes from one of them enters the loop again.
 */
function loopBody(
  graph: Graph,
  predecessors: Graph,
  header: number,
  sources: Iterable<number>,
  around: ReadonlySet<number>,
): ReadonlySet<number> {
  const reachable = closure(graph, [header], new Set());
  for (const block of around) reachable.delete(block);
  const back = [...sources].filter((block) => block !== header && reachable.has(block));
  return closure(predecessors, back, new Set([header]), reachable);
}

function closure(
  graph: Graph,
  start: readonly number[],
  found: Set<number>,
  within?: ReadonlySet<number>,
): Set<number> {
  const work = [...start];
  for (const block of work) found.add(block);
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    for (const next of graph[block] ?? []) {
      if (found.has(next) || (within !== undefined && !within.has(next))) continue;
      found.add(next);
      work.push(next);
    }
  }
  return found;
}
