import { LocalStates, assert, load, program, store } from '@fencepost/core';
import type { Operation, Program, Variable } from '@fencepost/core';
import { describe, expect, it, vi } from 'vitest';
import { GraphSearch } from '../src/search/graph-search.js';
import { JointDecision } from '../src/search/joint-decision.js';
import type { Stop } from '../src/search/searching.js';

const stop: Stop = { reason: undefined };

/** Two threads that add up each other's sums: many executions. `order`: of their accesses. */
function sums(order: 'relaxed' | 'seq_cst', most = Infinity, rounds = 6): Program {
  return program('sums', (p) => {
    const [x, y] = [p.variable('x', 1), p.variable('y', 1)];
    const add = (own: Variable, other: Variable) =>
      function* (): Generator<Operation, void, number> {
        for (let i = 0; i < rounds; i++) {
          const sum = (yield load(own, order)) + (yield load(other, order));
          assert(sum <= most, 'too large');
          yield store(own, sum, order);
        }
      };
    p.thread('first', add(x, y));
    p.thread('second', add(y, x));
  });
}

/** Explores a program under TSO until it is decided or `enough`. */
function decide(test: Program, enough: (joint: JointDecision) => boolean = () => false) {
  const options = { budget: Infinity, all: false, seed: 1, stop };
  const states = new LocalStates(test);
  const [search, joint] = [new GraphSearch(states, 'tso', options), new JointDecision(states, stop, false, undefined)];
  const searching = joint.run(search, () => enough(joint));
  while (searching.next().done !== true);
  return { search, joint };
}

describe('joint states, beside graphs under TSO', () => {
  it('are explored an eighth as often once they cannot decide TSO', () => {
    const effort = (order: 'relaxed' | 'seq_cst'): number => {
      const { search, joint } = decide(sums(order), ({ tried }) => tried > 0);
      return joint.tried / search.operations;
    };
    expect(effort('seq_cst')).toBeGreaterThan(1 / 256);
    expect(effort('relaxed')).toBeGreaterThan(0);
    expect(effort('relaxed')).toBeLessThanOrEqual(1 / 512);
  });

  it('begin later once graphs have shown that TSO is not SC', () => {
    const first = (order: 'relaxed' | 'seq_cst'): number =>
      decide(sums(order), ({ tried }) => tried > 0).search.operations;
    expect(first('seq_cst')).toBeLessThan(2 ** 19);
    expect(first('relaxed')).toBeGreaterThanOrEqual(2 ** 20);
  });

  it('leave a search to graphs that is estimated to end soon', () => {
    const estimating = vi.spyOn(GraphSearch.prototype, 'estimatedEnd');
    const { joint, search } = decide(sums('seq_cst'));
    expect(search.complete).toBe(true);
    // One estimate serves for several attempts.
    expect(estimating).toHaveBeenCalledTimes(2);
    estimating.mockRestore();
    const { operations } = search;
    // An attempt at the last power of two would explore more.
    expect(joint.tried).toBeGreaterThan(0);
    expect(joint.tried).toBeLessThan(operations / 128);
  });

  it('still find what fails under SC', () => {
    const { joint, search } = decide(sums('relaxed', 30, 8));
    expect(joint.failure?.failure.message).toBe('too large');
    expect(search.complete).toBe(false);
  });
});
