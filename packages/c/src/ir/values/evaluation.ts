import type { IntegerSet } from '../syntax/integer-sets.js';
import { allIntegers } from '../syntax/integer-sets.js';
import { cast, results } from './arithmetic.js';
import { compared } from './conditions.js';
import type { Definition, Environment } from './environment.js';
import { isSameDefinition, symbolOf } from './environment.js';
import { isWithin, only, single, union } from './number-sets.js';
import type { Expression, Operand } from './steps.js';
import type { Term } from './terms.js';
import { constant, plus } from './terms.js';

/** The width of an index of which nothing is known. */
const UNKNOWN_WIDTH = 64;

/** Returns the numbers of this many bits that are not 0. */
export function notZero(at: Environment, bits: number): Term {
  const [least, greatest] = allIntegers(bits)[0]!;
  return at.fresh(bits, [[least, -1n], [1n, greatest]]); // prettier-ignore
}

/** Returns the value of an operand; `first` is the place of the first local. */
export function valueOf(at: Environment, operand: Operand, first: number): Term {
  const { bits } = operand;
  switch (operand.kind) {
    case 'constant':
      return constant(operand.value, bits);
    case 'any':
      return at.fresh(Math.max(1, bits));
    case 'symbol':
      return { symbol: symbolOf(operand.name), add: BigInt.asIntN(bits, operand.bytes), bits };
    case 'local': {
      const place = first + 2 * operand.local;
      const known = at.terms.get(place);
      if (known !== undefined && (known.bits === bits || bits === 0)) return known;
      const term = at.fresh(bits || UNKNOWN_WIDTH);
      at.terms.set(place, term);
      return term;
    }
  }
}

/** Returns the value of an expression; undefined: any value of any width. */
export function evaluate(at: Environment, expression: Expression, first: number): Term | undefined {
  const value = (operand: Operand): Term => valueOf(at, operand, first);
  switch (expression.op) {
    case 'any':
      return expression.bits === 0 ? undefined : at.fresh(expression.bits);
    case 'same':
      return value(expression.a);
    case 'address': {
      const base = plus(value(expression.base), expression.bytes);
      const { index, stride } = expression;
      if (index === undefined) return base;
      const b = at.simple(value(index));
      return defined(at, base.bits, allIntegers(base.bits), { op: 'binary', name: `element of ${stride}`, a: base, b });
    }
    case 'compare': {
      const { predicate } = expression;
      const [a, b] = [value(expression.a), value(expression.b)];
      const set = compared(at, predicate, a, b);
      return at.fresh(1, set, { op: 'compare', predicate, a, b });
    }
    case 'cast': {
      const { name, bits } = expression;
      const a = value(expression.a);
      const original = uncast(at, name, a, bits);
      if (original !== undefined) return original;
      return defined(at, bits, cast(name, at.set(a), a.bits, bits), { op: 'cast', name, a, b: constant(0n, bits) });
    }
    case 'select': {
      const [condition, a, b] = [value(expression.condition), value(expression.a), value(expression.b)];
      const known = single(at.set(condition));
      if (known !== undefined) return known === 0n ? b : a;
      return at.fresh(a.bits, union(at.set(a), at.set(b)));
    }
    case 'binary':
      return binary(at, expression.name, value(expression.a), value(expression.b));
  }
}

/** Returns the number that is cast back to its width, if that keeps its value. */
function uncast(at: Environment, name: string, a: Term, bits: number): Term | undefined {
  const definition = a.add === 0n ? at.definitions.get(a.symbol) : undefined;
  if (definition?.op !== 'cast' || definition.a.bits !== bits) return undefined;
  if (name === 'trunc') return definition.name === 'trunc' ? undefined : definition.a;
  if (definition.name !== 'trunc') return undefined;
  const [from, to] = allIntegers(a.bits)[0]!;
  const kept: IntegerSet = name === 'sext' ? [[from, to]] : [[0n, 2n * to + 1n]];
  return isWithin(at.set(definition.a), kept) ? definition.a : undefined;
}

function binary(at: Environment, name: string, one: Term, other: Term): Term {
  const [a, b] = [at.simple(one), at.simple(other)];
  if (name === 'add' && b.symbol === 0) return plus(a, b.add);
  if (name === 'add' && a.symbol === 0) return plus(b, a.add);
  if (name === 'sub' && b.symbol === 0) return plus(a, -b.add);
  if ((name === 'sub' || name === 'xor') && a.symbol === b.symbol && a.add === b.add) return constant(0n, a.bits);
  if (name === 'sub' && a.symbol === b.symbol) return constant(a.add - b.add, a.bits);
  if (a.symbol === 0 && b.symbol === 0) {
    const exact = single(results(name, only(a.add), only(b.add), a.bits));
    if (exact !== undefined) return constant(exact, a.bits);
  }
  const set = results(name, at.set(a), at.set(b), a.bits);
  const definition = { op: 'binary', name, a, b } as const;
  // Shifts by too many bits have any result.
  return name.includes('sh') ? at.fresh(a.bits, set, definition) : defined(at, a.bits, set, definition);
}

/** Returns what is defined so: the same computation gives the same value. */
function defined(at: Environment, bits: number, set: IntegerSet, definition: Definition): Term {
  for (const [symbol, known] of at.definitions) {
    if (isSameDefinition(known, definition)) return { symbol, add: 0n, bits };
  }
  return at.fresh(bits, set, definition);
}
