/** A control-flow graph: the successors of each block, block 0 being the entry. */
export type Graph = readonly (readonly number[])[];

/** Returns the blocks reachable from this one, itself included, through blocks in `within`. */
export function reachable(graph: Graph, start: number, within: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set([start]);
  for (const block of found) for (const next of graph[block] ?? []) if (within.has(next)) found.add(next);
  return found;
}

/** Returns the predecessors of each block. */
export function reversed(graph: Graph): number[][] {
  const predecessors: number[][] = graph.map(() => []);
  graph.forEach((targets, block) => {
    for (const target of targets) predecessors[target]?.push(block);
  });
  return predecessors;
}
