import { Relation } from '@fencepost/axioms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

// Against sets of pairs, with sizes on both sides of a word.
const relation = fc.integer({ min: 1, max: 40 }).chain((size) => {
  const event = fc.nat({ max: size - 1 });
  const pairs = fc.array(fc.tuple(event, event), { maxLength: 2 * size });
  return fc.tuple(fc.constant(size), pairs, pairs);
});

const keys = (pairs: Iterable<readonly [number, number]>): string[] =>
  [...new Set(Array.from(pairs, ([a, b]) => `${a} ${b}`))].sort();

describe('relations', () => {
  it('compose, unite, intersect and invert as sets of pairs do', () => {
    fc.assert(
      fc.property(relation, ([size, r, s]) => {
        const [left, right] = [Relation.fromPairs(size, r), Relation.fromPairs(size, s)];
        const inS = new Set(keys(s));
        expect(keys(left.pairs())).toEqual(keys(r));
        expect(keys(left.union(right).pairs())).toEqual(keys([...r, ...s]));
        expect(keys(left.intersect(right).pairs())).toEqual(keys(r).filter((pair) => inS.has(pair)));
        expect(keys(left.minus(right).pairs())).toEqual(keys(r).filter((pair) => !inS.has(pair)));
        expect(keys(left.transpose().pairs())).toEqual(keys(r.map(([a, b]) => [b, a] as const)));
        const composed = r.flatMap(([a, b]) => s.flatMap(([c, d]) => (b === c ? [[a, d] as const] : [])));
        expect(keys(left.compose(right).pairs())).toEqual(keys(composed));
        const even = (e: number): boolean => e % 2 === 0;
        expect(keys(left.restrict(even, even).pairs())).toEqual(keys(r.filter(([a, b]) => even(a) && even(b))));
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it('have a transitive closure that is idempotent, and cycles where it contains a reflexive pair', () => {
    fc.assert(
      fc.property(relation, ([size, r]) => {
        const one = Relation.fromPairs(size, r);
        const all = one.closure();
        expect(all.compose(all).minus(all).isEmpty()).toBe(true);
        expect(one.minus(all).isEmpty()).toBe(true);
        expect(one.isAcyclic()).toBe(all.isIrreflexive());
        expect(all.intersect(Relation.identity(size)).isEmpty()).toBe(all.isIrreflexive());
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
