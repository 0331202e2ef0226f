import type { IntegerSet } from '../syntax/integer-sets.js';
import { allIntegers, both, either, members, sizeOf } from '../syntax/integer-sets.js';

/** A set of more intervals loses its narrowest gaps. */
const MOST_INTERVALS = 6;
/** An operation on fewer pairs of numbers is applied to each. */
const MOST_PAIRS = 64n;

export const NOTHING: IntegerSet = [];

export function only(value: bigint): IntegerSet {
  return [[value, value]];
}

/** Returns the integers from one to the other; all of this many bits if some of them do not fit. */
export function between(from: bigint, to: bigint, bits: number): IntegerSet {
  const all = allIntegers(bits);
  const [least, greatest] = all[0]!;
  return from < least || to > greatest ? all : [[from, to]];
}

export function least(set: IntegerSet): bigint {
  return set[0]![0];
}

export function greatest(set: IntegerSet): bigint {
  return set.at(-1)![1];
}

/** Returns the only integer of the set, if there is just one. */
export function single(set: IntegerSet): bigint | undefined {
  return set.length === 1 && set[0]![0] === set[0]![1] ? set[0]![0] : undefined;
}

export function isWithin(set: IntegerSet, other: IntegerSet): boolean {
  return set.every(([from, to]) => other.some(([first, last]) => first <= from && to <= last));
}

/** Returns the set, or a larger one with fewer intervals. */
export function coarse(set: IntegerSet): IntegerSet {
  const found = [...set];
  while (found.length > MOST_INTERVALS) {
    let best = 0;
    const gap = (at: number): bigint => found[at + 1]![0] - found[at]![1];
    for (let at = 1; at + 1 < found.length; at++) if (gap(at) < gap(best)) best = at;
    found.splice(best, 2, [found[best]![0], found[best + 1]![1]]);
  }
  return found;
}

export function union(a: IntegerSet, b: IntegerSet): IntegerSet {
  return a === b ? a : coarse(either(a, b));
}

/** Adds a number, modulo the number of integers of this many bits. */
export function shifted(set: IntegerSet, by: bigint, bits: number): IntegerSet {
  if (by === 0n) return set;
  return set.reduce<IntegerSet>((sum, [from, to]) => either(sum, wrapped(from + by, to + by, bits)), NOTHING);
}

/** Returns the integers of `bits` bits that those from one to the other are, modulo their number. */
export function wrapped(from: bigint, to: bigint, bits: number): IntegerSet {
  const count = 1n << BigInt(bits);
  if (to - from + 1n >= count) return allIntegers(bits);
  const [first, last] = [BigInt.asIntN(bits, from), BigInt.asIntN(bits, to)];
  if (first <= last) return [[first, last]];
  const [lowest, highest] = allIntegers(bits)[0]!;
  return [[lowest, last], [first, highest]]; // prettier-ignore
}

/** Returns the integers as unsigned ones. */
export function unsigned(set: IntegerSet, bits: number): IntegerSet {
  const count = 1n << BigInt(bits);
  const negative = both(set, [[-count, -1n]]).map(([from, to]) => [from + count, to + count] as const);
  return [...both(set, [[0n, count]]), ...negative];
}

/** Returns the images of all pairs, if there are few; undefined if there are many. */
export function images(
  a: IntegerSet,
  b: IntegerSet,
  bits: number,
  of: (one: bigint, other: bigint) => bigint | undefined,
): IntegerSet | undefined {
  if (sizeOf(a) * sizeOf(b) > MOST_PAIRS) return undefined;
  const found = new Set<bigint>();
  for (const one of members(a)) {
    for (const other of members(b)) {
      const image = of(one, other);
      if (image === undefined) return undefined;
      found.add(BigInt.asIntN(bits, image));
    }
  }
  return coarse([...found].reduce<IntegerSet>((sum, each) => either(sum, only(each)), NOTHING));
}

/** Returns the members for which the predicate holds; the set itself if it has many. */
export function filtered(set: IntegerSet, holds: (member: bigint) => boolean): IntegerSet {
  if (sizeOf(set) > MOST_PAIRS) return set;
  return [...members(set)].filter(holds).reduce<IntegerSet>((sum, each) => either(sum, only(each)), NOTHING);
}

/** Returns a set that contains both, and such that only finitely many follow one another (Cousot, Cousot 1977). */
export function widened(old: IntegerSet, next: IntegerSet, bits: number, thresholds: readonly bigint[]): IntegerSet {
  if (isWithin(next, old)) return old;
  const [lowest, highest] = allIntegers(bits)[0]!;
  const sum = either(old, next);
  if (old.length === 0) return coarse(sum);
  let [from, to] = [least(sum), greatest(sum)];
  if (from < least(old)) from = thresholds.findLast((each) => each <= from && each >= lowest) ?? lowest;
  if (to > greatest(old)) to = thresholds.find((each) => each >= to && each <= highest) ?? highest;
  return [[from, to]];
}
