/** A control-flow graph: the successors of each block, block 0 being the entry. */
export type Graph = readonly (readonly number[])[];

/** The predecessors of each block. */
export function reversed(graph: Graph): number[][] {
  const predecessors: number[][] = graph.map(() => []);
  graph.forEach((targets, block) => {
    for (const target of targets) predecessors[target]?.push(block);
  });
  return predecessors;
}
