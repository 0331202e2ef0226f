import { describe, expect, it } from 'vitest';
import { decidingNodes, leadingNowhere } from '../../src/ir/analysis/control-dependence.js';
import { immediateDominators, strictDominators } from '../../src/ir/analysis/dominators.js';

describe('dominators', () => {
  it('are on all paths from the root', () => {
    expect([...immediateDominators([[1, 2], [3], [3], [4], []], 0)]).toEqual([-1, 0, 0, 0, 3]);
    expect(strictDominators(immediateDominators([[1], [2, 3], [1], []], 0), 2)).toEqual(new Set([1, 0]));
  });

  it('are found in irreducible control flow, and not for nodes that the root does not reach', () => {
    expect([...immediateDominators([[1, 2], [2], [1, 3], [], [3]], 0)]).toEqual([-1, 0, 0, 2, -1]);
  });

  it('of an empty graph are empty', () => {
    expect([...immediateDominators([], 0)]).toEqual([]);
  });
});

describe('branches that decide the next observation', () => {
  it('are those with paths to different nodes', () => {
    // 0 branches to 1 and 2, which meet in 3.
    const graph = [[1, 2], [3], [3], []];
    expect(decidingNodes(graph, new Set([3]))).toEqual([]);
    expect(decidingNodes(graph, new Set([1, 3]))).toEqual([0]);
  });

  it('are none if the paths join before', () => {
    const graph = [[1, 2], [3], [3], [4, 5], [6], [6], []];
    expect(decidingNodes(graph, new Set([4, 6]))).toEqual([3]);
  });

  it('may be in a loop without an exit', () => {
    // 1 heads the loop, 2 is executed or not.
    const graph = [[1], [2, 3], [3], [1]];
    expect(decidingNodes(graph, new Set([2, 3]))).toEqual([1]);
    expect(decidingNodes(graph, new Set([3]))).toEqual([]);
  });

  it('ignore a loop in which nothing is observed', () => {
    const graph = [[1], [1, 2], [3], []];
    expect(decidingNodes(graph, new Set([0, 2, 3]))).toEqual([]);
  });
});

it('a loop without an exit in which nothing is observed leads nowhere', () => {
  expect(leadingNowhere([[1, 2], [1], []], [2])).toEqual([1]);
});
