import type { Graph } from './graph.js';
import { reversed } from './graph.js';

/**
 * Returns the immediate dominator of each block that the root reaches: the last of the other blocks that are on all
 * paths from the root to it; -1 for the root and for unreachable blocks (Cooper, Harvey, Kennedy: A Simple, Fast
 * Dominance Algorithm, 2001).
 */
export function immediateDominators(graph: Graph, root: number): Int32Array {
  const order = postorder(graph, root);
  const position = new Int32Array(graph.length).fill(-1);
  order.forEach((block, at) => (position[block] = at));
  const predecessors = reversed(graph);
  const above = new Int32Array(graph.length).fill(-1);
  above[root] = root;
  const common = (a: number, b: number): number => {
    while (a !== b) {
      while (position[a]! < position[b]!) a = above[a]!;
      while (position[b]! < position[a]!) b = above[b]!;
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let at = order.length - 2; at >= 0; at--) {
      const block = order[at]!;
      let found = -1;
      for (const from of predecessors[block]!) {
        if (position[from]! < 0 || above[from]! < 0) continue;
        found = found < 0 ? from : common(found, from);
      }
      if (found === above[block]) continue;
      above[block] = found;
      changed = true;
    }
  }
  above[root] = -1;
  return above;
}

/** Returns the other blocks that are on all paths to this one. */
export function strictDominators(above: Int32Array, block: number): Set<number> {
  const found = new Set<number>();
  for (let each = above[block] ?? -1; each >= 0; each = above[each]!) found.add(each);
  return found;
}

/** Returns the blocks that the root reaches, in postorder. */
function postorder(graph: Graph, root: number): number[] {
  const order: number[] = [];
  if (graph.length === 0) return order;
  const seen = new Uint8Array(graph.length);
  seen[root] = 1;
  const path = [{ block: root, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const target = graph[top.block]![top.next++];
    if (target === undefined) {
      order.push(top.block);
      path.pop();
    } else if (seen[target] === 0) {
      seen[target] = 1;
      path.push({ block: target, next: 0 });
    }
  }
  return order;
}
