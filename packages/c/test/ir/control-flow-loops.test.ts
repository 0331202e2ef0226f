import { describe, expect, it } from 'vitest';
import type { Graph } from '../../src/ir/analysis/graph.js';
import { findLoops } from '../../src/ir/analysis/control-flow-loops.js';

function shapes(graph: Graph) {
  return findLoops(graph).map(({ header, body, latches, entries }) => ({
    header,
    body: [...body].sort((a, b) => a - b),
    latches,
    entries,
  }));
}

describe('loops', () => {
  it('are not found where there are none', () => {
    expect(shapes([])).toEqual([]);
    expect(shapes([[1, 2], [3], [3], []])).toEqual([]);
  });

  it('are found with their body and their entries', () => {
    expect(shapes([[1], [2, 3], [1], []])).toEqual([{ header: 1, body: [1, 2], latches: [2], entries: [0] }]);
  });

  it('may be a single block', () => {
    expect(shapes([[1], [1, 2], []])).toEqual([{ header: 1, body: [1], latches: [1], entries: [0] }]);
  });

  it('may be nested', () => {
    expect(shapes([[1], [2, 4], [2, 3], [1], []])).toEqual([
      { header: 1, body: [1, 2, 3], latches: [3], entries: [0] },
      { header: 2, body: [2], latches: [2], entries: [1] },
    ]);
  });

  it('may be closed from several blocks', () => {
    expect(shapes([[1], [2, 3], [1], [1, 4], []])).toEqual([
      { header: 1, body: [1, 2, 3], latches: [2, 3], entries: [0] },
    ]);
  });

  it('may be entered in the middle', () => {
    // 0 enters at 1 and at 2: both ways count, though only one of them is the header.
    const [loop, ...more] = shapes([[1, 2], [2], [1, 3], []]);
    expect(more).toEqual([]);
    expect(loop).toMatchObject({ body: [1, 2], entries: [0] });
  });

  it('exclude nodes that their header does not reach', () => {
    // 1 and 2 lead into the cycle of 3 and 4 but are not part of it.
    const [loop] = shapes([[1, 2], [3], [4], [4], [3, 5], []]);
    expect(loop).toMatchObject({ body: [3, 4], entries: [1, 2] });
  });

  it('can be found in deep functions', () => {
    const length = 50_000;
    const graph = Array.from({ length }, (_, block) => (block + 1 < length ? [block + 1] : [0]));
    expect(findLoops(graph)).toHaveLength(1);
  });
});
