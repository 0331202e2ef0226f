import { NotFollowed } from '../races/operations.js';
import type { Condition } from './conditions.js';
import { isAtLeast, isAtMost } from './conditions.js';
import type { Linear } from './linear.js';
import { boundsOfBits, constant, isConstant, scaled, sum, symbol } from './linear.js';

/** A value of the program: a number, signed unless it has one bit; or a place in an object. */
export type Value =
  | { readonly kind: 'number'; readonly term: Linear; readonly bits: number }
  | { readonly kind: 'pointer'; readonly object: string; readonly offset: number };

export type NumberValue = Value & { readonly kind: 'number' };
export type Place = Value & { readonly kind: 'pointer' };

export const NULL: Place = { kind: 'pointer', object: '', offset: 0 };

export function number(value: bigint, bits: number): NumberValue {
  return { kind: 'number', term: constant(bits === 1 ? value & 1n : BigInt.asIntN(bits, value)), bits };
}

/** Returns a text that is equal for equal values only. */
export function textOf(value: Value): string {
  return value.kind === 'number' ? `${value.term.key}i${value.bits}` : `&${value.object}+${value.offset}`;
}

export function asNumber(value: Value): NumberValue {
  if (value.kind === 'number') return value;
  throw new NotFollowed('a computation with a pointer');
}

export function asPlace(value: Value): Place {
  if (value.kind === 'pointer') return value;
  throw new NotFollowed('an access to a computed address');
}

/** Returns a number that is not open. */
export function known(value: Value, otherwise: string): bigint {
  const { term } = asNumber(value);
  if (!isConstant(term)) throw new NotFollowed(otherwise);
  return term.constant;
}

let symbols = 0;

/** Returns a number of which nothing is known. */
export function open(bits: number): NumberValue {
  return { kind: 'number', term: symbol(`?${++symbols}_${bits}`), bits };
}

/** Returns what an operation gives of which only that is known: the same for the same operands. */
function result(name: string, operands: readonly Linear[], bits: number): NumberValue {
  const text = `${name}(${operands.map(({ key }) => key).join(',')})_${bits}`;
  return { kind: 'number', term: symbol(text), bits };
}

/** Returns the number if it is in range for certain, and else the number that is left when it wraps around. */
function wrapped(condition: Condition, term: Linear, bits: number): NumberValue {
  if (isConstant(term)) return number(term.constant, bits);
  const [least, greatest] = boundsOfBits(bits);
  if (isAtMost(condition, term, greatest) && isAtLeast(condition, term, least)) return { kind: 'number', term, bits };
  return result('wrap', [term], bits);
}

/** Returns the result of a binary operation. */
export function binary(condition: Condition, name: string, a: NumberValue, b: NumberValue): NumberValue {
  const { bits } = a;
  const [x, y] = [a.term, b.term];
  if (isConstant(x) && isConstant(y)) return number(computed(name, x.constant, y.constant, bits), bits);
  if (bits === 1) {
    if (name === 'xor' && isConstant(y)) return y.constant === 0n ? a : { ...a, term: sum(constant(1n), x, -1n) };
    throw new NotFollowed(`${name} of truth values`);
  }
  switch (name) {
    case 'add':
      return wrapped(condition, sum(x, y), bits);
    case 'sub':
      return wrapped(condition, sum(x, y, -1n), bits);
    case 'mul':
      if (isConstant(x)) return wrapped(condition, scaled(y, x.constant), bits);
      if (isConstant(y)) return wrapped(condition, scaled(x, y.constant), bits);
      return result('mul', x.key < y.key ? [x, y] : [y, x], bits);
    case 'shl':
      if (isConstant(y) && y.constant >= 0n && y.constant < BigInt(bits))
        return wrapped(condition, scaled(x, 1n << y.constant), bits);
      return result(name, [x, y], bits);
    default:
      return result(name, [x, y], bits);
  }
}

function computed(name: string, a: bigint, b: bigint, bits: number): bigint {
  const [x, y] = [BigInt.asUintN(bits, a), BigInt.asUintN(bits, b)];
  if (/(?:div|rem)$/.test(name) && y === 0n) throw new NotFollowed('a division by zero');
  if (/sh[lr]$/.test(name) && y >= BigInt(bits)) throw new NotFollowed('a shift by too many bits');
  switch (name) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'sdiv':
      return a / b;
    case 'srem':
      return a % b;
    case 'udiv':
      return x / y;
    case 'urem':
      return x % y;
    case 'shl':
      return a << y;
    case 'ashr':
      return a >> y;
    case 'lshr':
      return x >> y;
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    default:
      throw new NotFollowed(`the instruction ${name}`);
  }
}

/** Returns the number with another number of bits. */
export function cast(condition: Condition, name: string, value: NumberValue, bits: number): NumberValue {
  const { term } = value;
  if (value.bits === bits) return value;
  if (name === 'trunc') {
    if (isConstant(term)) return number(term.constant, bits);
    const [least, greatest] = boundsOfBits(bits);
    const fits = isAtMost(condition, term, greatest) && isAtLeast(condition, term, least);
    return fits ? { kind: 'number', term, bits } : result('trunc', [term], bits);
  }
  // A single bit is 0 or 1.
  if (name === 'sext') return { kind: 'number', term: value.bits === 1 ? scaled(term, -1n) : term, bits };
  if (value.bits === 1 || isAtLeast(condition, term, 0n)) return { kind: 'number', term, bits };
  if (isConstant(term)) return number(BigInt.asUintN(value.bits, term.constant), bits);
  return result(`zext${value.bits}`, [term], bits);
}
