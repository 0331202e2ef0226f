import { LocalStates } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { lastZero, storeBuffering } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { FrontierSizes } from '../src/search/frontier-sizes.js';

describe('estimates of the remaining work of a frontier', () => {
  it.each([
    ['sb(10)', storeBuffering(10)],
    ['lastzero(8)', lastZero(8)],
  ] as const)('are right on average: %s', (_, program) => {
    const states = new LocalStates(program);
    const { executions: all } = exploreGraphs(states, { model: 'tso' });
    const sizes = new FrontierSizes();
    let ratio = 0;
    const budgets = Array.from({ length: 40 }, (_each, i) => 20 + 5 * i);
    for (const budget of budgets) {
      const { executions, rest } = exploreGraphs(states, { model: 'tso', budget });
      const left = sizes.estimate(states, 'tso', rest).reduce((sum, each) => sum + each, 0);
      ratio += left / (all - executions) / budgets.length;
    }
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('of an empty frontier are zero', () => {
    expect(new FrontierSizes().estimate(new LocalStates(storeBuffering(2)), 'sc', [])).toEqual([]);
  });
});
