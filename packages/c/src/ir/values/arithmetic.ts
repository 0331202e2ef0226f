import type { IntegerSet, Predicate } from '../syntax/integer-sets.js';
import { allIntegers } from '../syntax/integer-sets.js';
import { between, coarse, greatest, images, isWithin, least, single, unsigned, wrapped } from './number-sets.js';

type Operator = (a: bigint, b: bigint, bits: number) => bigint | undefined;

const low = (value: bigint, bits: number): bigint => BigInt.asUintN(bits, value);

/** The operators on two numbers, whose results are reduced to their number of bits; undefined: it is not defined. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  sdiv: (a, b) => (b === 0n ? undefined : a / b),
  srem: (a, b) => (b === 0n ? undefined : a % b),
  udiv: (a, b, bits) => (b === 0n ? undefined : low(a, bits) / low(b, bits)),
  urem: (a, b, bits) => (b === 0n ? undefined : low(a, bits) % low(b, bits)),
  shl: (a, b, bits) => (isShift(b, bits) ? a << b : undefined),
  ashr: (a, b, bits) => (isShift(b, bits) ? a >> b : undefined),
  lshr: (a, b, bits) => (isShift(b, bits) ? low(a, bits) >> b : undefined),
};

function isShift(by: bigint, bits: number): boolean {
  return by >= 0n && by < BigInt(bits);
}

/** Returns what the operator makes of two numbers; undefined if that is not known. */
export function computed(name: string, a: bigint, b: bigint, bits: number): bigint | undefined {
  const result = OPERATORS[name]?.(a, b, bits);
  return result === undefined ? undefined : BigInt.asIntN(bits, result);
}

/** Returns a set of all results of the operator. Arithmetic wraps, whatever the flags of the instruction say. */
export function results(name: string, a: IntegerSet, b: IntegerSet, bits: number): IntegerSet {
  const operator = OPERATORS[name];
  const all = allIntegers(bits);
  if (operator === undefined || a.length === 0 || b.length === 0) return all;
  const exact = images(a, b, bits, (one, other) => operator(one, other, bits));
  if (exact !== undefined) return exact;
  const [a0, a1, b0, b1] = [least(a), greatest(a), least(b), greatest(b)];
  switch (name) {
    case 'add':
      return wrapped(a0 + b0, a1 + b1, bits);
    case 'sub':
      return wrapped(a0 - b1, a1 - b0, bits);
    case 'mul': {
      const corners = [a0 * b0, a0 * b1, a1 * b0, a1 * b1];
      return between(minimum(corners), maximum(corners), bits);
    }
    case 'and':
      if (b0 >= 0n) return [[0n, a0 >= 0n ? minimum([a1, b1]) : b1]];
      return a0 >= 0n ? [[0n, a1]] : all;
    case 'or':
    case 'xor':
      return a0 >= 0n && b0 >= 0n ? [[0n, mask(a1 | b1)]] : all;
    case 'sdiv':
      if (b0 <= 0n) return all;
      return [[minimum([a0 / b0, a0 / b1]), maximum([a1 / b0, a1 / b1])]];
    case 'srem':
      if (b0 <= 0n) return all;
      return [[a0 >= 0n ? 0n : maximum([a0, 1n - b1]), a1 <= 0n ? 0n : minimum([a1, b1 - 1n])]];
    case 'udiv':
      return a0 >= 0n && b0 > 0n ? [[a0 / b1, a1 / b0]] : all;
    case 'urem':
      return a0 >= 0n && b0 > 0n ? [[0n, minimum([a1, b1 - 1n])]] : b0 > 0n ? [[0n, b1 - 1n]] : all;
    case 'ashr':
    case 'lshr': {
      const by = single(b);
      if (by === undefined || !isShift(by, bits)) return all;
      if (name === 'ashr' || a0 >= 0n) return [[a0 >> by, a1 >> by]];
      return by === 0n ? a : [[0n, (1n << (BigInt(bits) - by)) - 1n]];
    }
    default:
      return all;
  }
}

/** Returns the numbers after `zext`, `sext` or `trunc`. */
export function cast(name: string, set: IntegerSet, from: number, to: number): IntegerSet {
  if (name === 'sext') return set;
  if (name === 'zext') return coarse(unsigned(set, from).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (isWithin(set, allIntegers(to))) return set;
  return wrapped(least(set), greatest(set), to);
}

/** Whether the comparison may hold for members of the sets. */
export function mayHold(predicate: Predicate, a: IntegerSet, b: IntegerSet, bits: number): boolean {
  if (predicate.startsWith('u')) {
    const signed = `s${predicate.slice(1)}` as Predicate;
    return mayHold(signed, sorted(unsigned(a, bits)), sorted(unsigned(b, bits)), bits);
  }
  switch (predicate) {
    case 'eq':
      return a.some(([from, to]) => b.some(([first, last]) => from <= last && first <= to));
    case 'ne':
      return single(a) === undefined || single(a) !== single(b);
    case 'slt':
      return least(a) < greatest(b);
    case 'sle':
      return least(a) <= greatest(b);
    case 'sgt':
      return greatest(a) > least(b);
    default:
      return greatest(a) >= least(b);
  }
}

export function sorted(set: IntegerSet): IntegerSet {
  return set.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function minimum(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a < b ? a : b));
}

export function maximum(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a > b ? a : b));
}

/** Returns the least number of the form 2^n - 1 that is not less. */
function mask(value: bigint): bigint {
  return (1n << BigInt(value.toString(2).length)) - 1n;
}
