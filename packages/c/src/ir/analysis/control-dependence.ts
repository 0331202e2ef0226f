import { immediateDominators } from './dominators.js';
import type { Graph } from './graph.js';
import { reversed } from './graph.js';

/**
 * Returns the branches that decide which of the `observed` nodes is the next one: those from which two disjoint paths
 * lead to observed nodes. With them, the set is closed under control dependence (Danicic, Barraclough, Harman, Howroyd,
 * Kiss, Laurence: A unifying theory of control dependence, TCS 2011). Unlike the classical definition, this one also
 * holds for loops without an exit. Paths that never reach an observed node do not count.
 */
export function decidingNodes(graph: Graph, observed: ReadonlySet<number>): number[] {
  const end = graph.length;
  const onlyUpToObserved = graph.map((targets, node) => (observed.has(node) ? [end] : targets));
  const below = immediateDominators(reversed([...onlyUpToObserved, []]), end);
  return [...graph.keys()].filter((node) => graph[node]!.length > 1 && !observed.has(node) && below[node] === end);
}

/** Returns the nodes from which none of the `observed` ones can be reached. */
export function leadingNowhere(graph: Graph, observed: Iterable<number>): number[] {
  const predecessors = reversed(graph);
  const leading = new Set(observed);
  for (const node of leading) for (const from of predecessors[node]!) leading.add(from);
  return [...graph.keys()].filter((node) => !leading.has(node));
}
