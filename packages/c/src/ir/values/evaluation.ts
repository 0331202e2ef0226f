import type { IntegerSet } from '../syntax/integer-sets.js';
import { allIntegers } from '../syntax/integer-sets.js';
import { cast, results } from './arithmetic.js';
import { compared } from './conditions.js';
import type { Definition, Environment, Term } from './environment.js';
import { constant, isSameDefinition, plus } from './environment.js';
import { only, single, union } from './number-sets.js';
import type { Expression, Operand } from './steps.js';

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
    case 'local': {
      const place = first + 2 * operand.local;
      const known = at.terms.get(place);
      if (known?.bits === bits) return known;
      const term = at.fresh(bits);
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
    case 'compare': {
      const { predicate } = expression;
      const [a, b] = [value(expression.a), value(expression.b)];
      const set = compared(at, predicate, a, b);
      return at.fresh(1, set, { op: 'compare', predicate, a, b });
    }
    case 'cast': {
      const { name, bits } = expression;
      const a = value(expression.a);
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
