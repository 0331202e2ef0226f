import type { Graph } from './loops.js';

/**
 * For each block, the blocks whose branches decide whether it is executed (Ferrante, Ottenstein, Warren: The Program
 * Dependence Graph, TOPLAS 1987): those with a successor from which all ways lead through it, while not all of their own
 * do. A block without a way to the end of the function, as in a loop without an exit, counts as leading anywhere.
 */
export function controlDependences(graph: Graph): readonly ReadonlySet<number>[] {
  const after = postdominators(graph);
  const deciding = graph.map(() => new Set<number>());
  graph.forEach((targets, branch) => {
    if (targets.length < 2) return;
    for (const target of targets) {
      for (const block of after[target]!) {
        if (block === branch || !after[branch]!.has(block)) deciding[block]!.add(branch);
      }
    }
  });
  return deciding;
}

/** For each block, the blocks on all ways from it to the end, itself included. */
function postdominators(graph: Graph): readonly ReadonlySet<number>[] {
  const all = new Set(graph.keys());
  const after: Set<number>[] = graph.map((targets, block) => (targets.length === 0 ? new Set([block]) : new Set(all)));
  for (let changed = true; changed;) {
    changed = false;
    for (let block = graph.length - 1; block >= 0; block--) {
      const targets = graph[block]!;
      if (targets.length === 0) continue;
      const common = new Set(
        [...after[targets[0]!]!].filter((each) => targets.every((target) => after[target]!.has(each))),
      );
      common.add(block);
      if (common.size !== after[block]!.size) {
        after[block] = common;
        changed = true;
      }
    }
  }
  return after;
}
