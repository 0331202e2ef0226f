import type { Predicate } from '../syntax/integer-sets.js';
import type { Condition } from './conditions.js';
import { assume, isPossible } from './conditions.js';
import type { Linear } from './linear.js';
import { constant, sum } from './linear.js';

/** One of several ways to go on: what is assumed, and whether what was asked holds then. */
export interface Choice {
  readonly condition: Condition;
  readonly holds: boolean;
}

const ZERO = constant(0n);

/** Returns the choices for whether a term is at most 0. */
function atMostZero(condition: Condition, term: Linear): Choice[] {
  return [
    { term, holds: true },
    { term: sum(constant(1n), term, -1n), holds: false },
  ].flatMap((each) =>
    isPossible(condition, each.term) ? [{ condition: assume(condition, each.term), holds: each.holds }] : [],
  );
}

function equal(condition: Condition, difference: Linear): Choice[] {
  return atMostZero(condition, difference).flatMap((below) => {
    if (!below.holds) return [below];
    return atMostZero(below.condition, sum(ZERO, difference, -1n));
  });
}

/** Returns the choices for a comparison of signed numbers, or of unsigned ones. */
export function compare(condition: Condition, predicate: Predicate, a: Linear, b: Linear): Choice[] {
  const not = (choices: readonly Choice[]): Choice[] => choices.map((each) => ({ ...each, holds: !each.holds }));
  switch (predicate) {
    case 'eq':
      return equal(condition, sum(a, b, -1n));
    case 'ne':
      return not(equal(condition, sum(a, b, -1n)));
    case 'sle':
      return atMostZero(condition, sum(a, b, -1n));
    case 'sgt':
      return not(atMostZero(condition, sum(a, b, -1n)));
    case 'sge':
      return atMostZero(condition, sum(b, a, -1n));
    case 'slt':
      return not(atMostZero(condition, sum(b, a, -1n)));
    default:
      break;
  }
  // Unsigned: negative numbers are greater than the others.
  const signed = `s${predicate.slice(1)}` as Predicate;
  const isLess = predicate.startsWith('ul');
  const negative = (at: Condition, term: Linear): Choice[] => not(atMostZero(at, sum(ZERO, term, -1n)));
  return negative(condition, a).flatMap((first) =>
    negative(first.condition, b).flatMap((second) => {
      if (first.holds === second.holds) return compare(second.condition, signed, a, b);
      return [{ condition: second.condition, holds: isLess === second.holds }];
    }),
  );
}
