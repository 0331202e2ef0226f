import { LocalStates } from '@fencepost/core';
import { fibonacci } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { JobPool, exploreGraphs } from '../src/index.js';

const SEED = 7;

/** A pool of which a part is explored, and `dives` times estimated. */
function explored(states: LocalStates, dives: number): JobPool {
  const pool = new JobPool(1);
  for (let part = 0; part < 3; part++) {
    for (let i = 0; i < dives; i++) pool.sample(states, 'tso');
    const taken = pool.take();
    const { frontier: from } = taken;
    const found = exploreGraphs(states, { model: 'tso', budget: 100, ...(from && { from }) });
    pool.done(taken, found, found.rest);
  }
  return pool;
}

describe('a copy of a pool without estimates', () => {
  it('estimates the same, however much time there was for dives before', () => {
    const estimates = [0, 3].map((dives) => {
      const states = new LocalStates(fibonacci(4));
      const pool = explored(states, dives).unestimated(SEED);
      expect(pool.estimate()).toBeUndefined();
      pool.sample(states, 'tso');
      return pool.estimate();
    });
    expect(estimates[0]!.likely).toBeGreaterThan(300);
    expect(estimates[1]).toEqual(estimates[0]);
  });
});
