/** A set of integers of a fixed width as signed intervals, ascending and disjoint. */
export type IntegerSet = readonly (readonly [from: bigint, to: bigint])[];

/** The predicates of `icmp`. */
export type Predicate = 'eq' | 'ne' | 'slt' | 'sle' | 'sgt' | 'sge' | 'ult' | 'ule' | 'ugt' | 'uge';

/** Returns all integers of this many bits. */
export function allIntegers(bits: number): IntegerSet {
  return [[-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n]];
}

/** Returns the number of integers in the set. */
export function sizeOf(set: IntegerSet): bigint {
  return set.reduce((sum, [from, to]) => sum + to - from + 1n, 0n);
}

/** Returns the integers in both sets. */
export function both(a: IntegerSet, b: IntegerSet): IntegerSet {
  return a.flatMap(([from, to]) =>
    b
      .map(([otherFrom, otherTo]) => [from > otherFrom ? from : otherFrom, to < otherTo ? to : otherTo] as const)
      .filter(([first, last]) => first <= last),
  );
}

/** Returns the integers of `bits` bits for which a comparison with a constant holds. */
export function satisfying(predicate: Predicate, constant: bigint, bits: number): IntegerSet {
  const [[least, greatest]] = allIntegers(bits) as [readonly [bigint, bigint]];
  const value = BigInt.asIntN(bits, constant);
  const between = (from: bigint, to: bigint): IntegerSet => (from <= to ? [[from, to]] : []);
  // In unsigned order, negative integers come last.
  const above = value < 0n ? between(value + 1n, -1n) : [...between(least, -1n), ...between(value + 1n, greatest)];
  const below = value < 0n ? [...between(least, value - 1n), ...between(0n, greatest)] : between(0n, value - 1n);
  const itself = between(value, value);
  switch (predicate) {
    case 'eq':
      return itself;
    case 'ne':
      return [...between(least, value - 1n), ...between(value + 1n, greatest)];
    case 'slt':
      return between(least, value - 1n);
    case 'sle':
      return between(least, value);
    case 'sgt':
      return between(value + 1n, greatest);
    case 'sge':
      return between(value, greatest);
    case 'ugt':
      return above;
    case 'ult':
      return below;
    case 'uge':
      return ordered([...above, ...itself]);
    case 'ule':
      return ordered([...below, ...itself]);
  }
}

/** Returns the predicate for exchanged operands. */
export function exchanged(predicate: Predicate): Predicate {
  const last = predicate.at(-1);
  if (predicate === 'eq' || predicate === 'ne') return predicate;
  return `${predicate[0]!}${predicate[1] === 'l' ? 'g' : 'l'}${last!}` as Predicate;
}

function ordered(set: IntegerSet): IntegerSet {
  const sorted = set.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const joined: [bigint, bigint][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1n) last[1] = to > last[1] ? to : last[1];
    else joined.push([from, to]);
  }
  return joined;
}

/** Returns the integers in either set. */
export function either(a: IntegerSet, b: IntegerSet): IntegerSet {
  return ordered([...a, ...b]);
}

/** Returns the integers of `bits` bits that are not in the set. */
export function others(set: IntegerSet, bits: number): IntegerSet {
  return set.reduce<IntegerSet>(
    (rest, [from, to]) => both(rest, either(satisfying('slt', from, bits), satisfying('sgt', to, bits))),
    allIntegers(bits),
  );
}

/** Yields the integers in ascending order. */
export function* members(set: IntegerSet): Generator<bigint> {
  for (const [from, to] of set) for (let value = from; value <= to; value++) yield value;
}
