import { LocalStates, Symmetry, fetchAdd, load, program, spawn, store } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { AlikeRoots } from '../src/graph/symmetry/alike-roots.js';

/** Starts a thread that adds to x, like `other`, or one that stores to it. */
const CHOOSING = program('choosing', (p) => {
  const x = p.variable('x');
  const adds = function* () {
    yield fetchAdd(x, 1);
  };
  const stores = function* () {
    yield store(x, 1);
  };
  p.thread('main', function* () {
    yield spawn((yield load(x)) === 0 ? adds : stores);
  });
  p.thread('other', adds);
});

describe('root states of threads that are alike', () => {
  it('are compared again when numbers of states are reused', () => {
    const states = new LocalStates(CHOOSING);
    const roots = new AlikeRoots(states, new Symmetry());
    const [main, other] = [states.initial[0]!, states.initial[1]!];
    const startedAfter = (value: number): number => states.second[states.update(main, value)]!;
    expect(roots.any()).toBe(false);
    // Numbers that are reused come in another order than new ones.
    startedAfter(0);
    states.forgetAllBut([]);
    const adds = startedAfter(0);
    expect([roots.any(), roots.areAlike(adds, other)]).toEqual([true, true]);
    states.forgetAllBut([]);
    expect(roots.any()).toBe(false);
    const stores = startedAfter(1);
    expect(stores).toBe(adds);
    expect([roots.any(), roots.areAlike(stores, other)]).toEqual([false, false]);
  });
});
