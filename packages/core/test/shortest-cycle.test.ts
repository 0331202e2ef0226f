import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge } from '../src/index.js';
import { ShortestPaths } from '../src/index.js';
import { componentsOf } from '../src/execution/components.js';

const KINDS = ['program order', 'reads-from', 'coherence', 'from-read'] as const;

const graphs = fc.integer({ min: 2, max: 12 }).chain((nodes) => {
  const node = fc.nat(nodes - 1);
  const edge = fc.record({ from: node, to: node, kind: fc.constantFrom(...KINDS) });
  return fc.tuple(
    fc.constant(nodes),
    fc.array(
      edge.filter(({ from, to }) => from !== to),
      { maxLength: 24 },
    ),
  );
});

/** Numbers of edges of the shortest paths, by all walks of growing length. */
function distances(nodes: number, edges: readonly Edge[], start: number): number[] {
  const found = new Array<number>(nodes).fill(Infinity);
  let level = new Set([start]);
  for (let length = 1; length <= nodes; length++) {
    const next = new Set(edges.filter(({ from }) => level.has(from)).map(({ to }) => to));
    for (const each of next) found[each] = Math.min(found[each]!, length);
    level = next;
  }
  return found;
}

describe('shortest paths', () => {
  it('that close an edge to a cycle are found, and no others', () => {
    fc.assert(
      fc.property(graphs, fc.nat(8), ([nodes, edges], most) => {
        const paths = new ShortestPaths(nodes, edges);
        for (const { from: goal, to: start } of edges) {
          const length = distances(nodes, edges, start)[goal]!;
          const path = paths.shortest(start, goal, most);
          expect(path?.length ?? Infinity).toBe(length <= most ? length : Infinity);
          if (path === undefined) continue;
          expect([path[0]!.from, path.at(-1)!.to]).toEqual([start, goal]);
          for (let i = 1; i < path.length; i++) expect(path[i]!.from).toBe(path[i - 1]!.to);
        }
      }),
    );
  });

  it('stay within strongly connected components', () => {
    fc.assert(
      fc.property(graphs, ([nodes, edges]) => {
        const components = componentsOf(nodes, edges);
        const reach = Array.from({ length: nodes }, (_, n) => distances(nodes, edges, n));
        for (let a = 0; a < nodes; a++) {
          for (let b = 0; b < nodes; b++) {
            const together = a === b || (reach[a]![b]! < Infinity && reach[b]![a]! < Infinity);
            expect(components[a] === components[b]).toBe(together);
          }
        }
      }),
    );
  });

  it('of a long execution take time in proportion to its cycles', () => {
    const nodes = 40_000;
    const edges: Edge[] = Array.from({ length: nodes - 1 }, (_, i) => ({ from: i, to: i + 1, kind: 'from-read' }));
    edges.push({ from: nodes - 1, to: nodes - 3, kind: 'from-read' });
    const started = process.cpuUsage();
    const paths = new ShortestPaths(nodes, edges);
    const found = edges.filter(({ from, to }) => paths.shortest(to, from, Infinity) !== undefined);
    const { user, system } = process.cpuUsage(started);
    expect(found.length).toBe(3);
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
