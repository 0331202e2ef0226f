/** A control-flow graph: the successors of each block, block 0 being the entry. */
export type Graph = readonly (readonly number[])[];

export interface Loop {
  readonly header: number;
  readonly body: ReadonlySet<number>;
  /** Blocks of the loop that jump back to the header. */
  readonly latches: readonly number[];
  /** Blocks outside that lead into the loop. */
  readonly entries: readonly number[];
}

/** Every target of a back edge of a depth-first search heads a loop: also where control flow is irreducible. */
export function findLoops(graph: Graph): Loop[] {
  const predecessors: number[][] = graph.map(() => []);
  graph.forEach((targets, block) => {
    for (const target of targets) predecessors[target]?.push(block);
  });
  const latches = new Map<number, Set<number>>();
  for (const [from, to] of backEdges(graph)) {
    const known = latches.get(to);
    if (known === undefined) latches.set(to, new Set([from]));
    else known.add(from);
  }
  return [...latches]
    .sort(([a], [b]) => a - b)
    .map(([header, sources]) => {
      const body = loopBody(graph, predecessors, header, sources);
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
 * The blocks that reach a back edge without passing the header. The header need not dominate them if control flow is
 * irreducible; then those that it does not reach do not belong to the loop.
 */
function loopBody(graph: Graph, predecessors: Graph, header: number, sources: Iterable<number>): ReadonlySet<number> {
  const reachable = closure(graph, [header]);
  return closure(
    predecessors,
    [...sources].filter((block) => block !== header),
    new Set([header]),
    reachable,
  );
}

function closure(
  graph: Graph,
  start: readonly number[],
  found = new Set<number>(),
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
