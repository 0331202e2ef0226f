import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hittingSet } from '../../src/repair/hitting-set.js';

const ELEMENTS = 7;

/** The least weight of a set that meets all demands, by trying all sets. */
function leastWeight(demands: readonly (readonly number[])[], weights: readonly number[]): number {
  let least = Infinity;
  for (let set = 0; set < 1 << ELEMENTS; set++) {
    const has = (element: number): boolean => (set & (1 << element)) !== 0;
    if (!demands.every((demand) => demand.some(has))) continue;
    least = Math.min(
      least,
      weights.reduce((sum, weight, i) => sum + (has(i) ? weight : 0), 0),
    );
  }
  return least;
}

describe('a hitting set', () => {
  it('meets all demands, and weighs as little as possible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat(ELEMENTS - 1), { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: ELEMENTS, maxLength: ELEMENTS }),
        (demands, weights) => {
          const found = hittingSet(demands, weights)!;
          expect(demands.every((demand) => demand.some((element) => found.includes(element)))).toBe(true);
          expect(found.reduce((sum, element) => sum + weights[element]!, 0)).toBe(leastWeight(demands, weights));
        },
      ),
      { numRuns: 500, seed: 1 },
    );
  });

  it('does not exist if a demand cannot be met', () => {
    expect(hittingSet([[0], []], [1])).toBeUndefined();
    expect(hittingSet([], [])).toEqual([]);
  });
});
