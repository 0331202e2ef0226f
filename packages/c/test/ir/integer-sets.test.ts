import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../src/ir/syntax/integer-sets.js';
import { both, either, exchanged, members, others, satisfying, sizeOf } from '../../src/ir/syntax/integer-sets.js';

const BITS = 4;
const ALL = Array.from({ length: 2 ** BITS }, (_, value) => BigInt(value - 8));

const HOLDS: Readonly<Record<Predicate, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  slt: (a, b) => a < b,
  sle: (a, b) => a <= b,
  sgt: (a, b) => a > b,
  sge: (a, b) => a >= b,
  ult: (a, b) => BigInt.asUintN(BITS, a) < BigInt.asUintN(BITS, b),
  ule: (a, b) => BigInt.asUintN(BITS, a) <= BigInt.asUintN(BITS, b),
  ugt: (a, b) => BigInt.asUintN(BITS, a) > BigInt.asUintN(BITS, b),
  uge: (a, b) => BigInt.asUintN(BITS, a) >= BigInt.asUintN(BITS, b),
};
const PREDICATES = Object.keys(HOLDS) as Predicate[];

describe('sets of integers', () => {
  it.each(PREDICATES)('have those that satisfy %s', (predicate) => {
    for (const constant of ALL) {
      const expected = ALL.filter((value) => HOLDS[predicate](value, constant));
      const found = satisfying(predicate, constant, BITS);
      expect([...members(found)]).toEqual(expected);
      expect(sizeOf(found)).toBe(BigInt(expected.length));
      expect([...members(others(found, BITS))]).toEqual(ALL.filter((value) => !expected.includes(value)));
      for (const value of ALL) {
        expect(HOLDS[exchanged(predicate)](constant, value)).toBe(HOLDS[predicate](value, constant));
      }
    }
  });

  it('intersect and unite', () => {
    for (const first of PREDICATES) {
      for (const second of PREDICATES) {
        const [a, b] = [satisfying(first, -3n, BITS), satisfying(second, 2n, BITS)];
        const holds = (value: bigint): [boolean, boolean] => [HOLDS[first](value, -3n), HOLDS[second](value, 2n)];
        expect([...members(both(a, b))]).toEqual(ALL.filter((value) => holds(value).every(Boolean)));
        expect([...members(either(a, b))]).toEqual(ALL.filter((value) => holds(value).some(Boolean)));
      }
    }
  });
});
