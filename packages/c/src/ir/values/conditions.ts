import type { IntegerSet, Predicate } from '../syntax/integer-sets.js';
import { allIntegers, both, either, exchanged, others, satisfying } from '../syntax/integer-sets.js';
import { computed, mayHold, sorted } from './arithmetic.js';
import type { Definition, Environment } from './environment.js';
import { isSure, noteFact } from './orders.js';
import { filtered, greatest, isWithin, least, only, shifted, single, unsigned } from './number-sets.js';
import type { Term } from './terms.js';
import { isSame } from './terms.js';

const TRUE = only(-1n);
const FALSE = only(0n);

const NEGATED: Readonly<Record<Predicate, Predicate>> = {
  ...{ eq: 'ne', ne: 'eq', slt: 'sge', sge: 'slt', sgt: 'sle', sle: 'sgt' },
  ...{ ult: 'uge', uge: 'ult', ugt: 'ule', ule: 'ugt' },
} as const;

/** Notes that the value is one of the numbers, or none of them; returns whether that is possible. */
export function choose(at: Environment, term: Term, numbers: readonly bigint[], isIn: boolean): boolean {
  const set = numbers.reduce<IntegerSet>((sum, each) => either(sum, only(each)), []);
  return restrict(at, term, isIn ? set : others(set, term.bits));
}

/** Returns the possible results of a comparison, as truth values of one bit. */
export function compared(at: Environment, predicate: Predicate, a: Term, b: Term): IntegerSet {
  if (a.symbol === b.symbol && a.bits === b.bits && a.symbol !== 0) {
    if (isSame(a, b)) return /^(?:eq|.le|.ge)$/.test(predicate) ? TRUE : FALSE;
    if (predicate === 'eq' || predicate === 'ne') return predicate === 'ne' ? TRUE : FALSE;
  }
  if (isSure(at, predicate, a, b)) return TRUE;
  if (isSure(at, NEGATED[predicate], a, b)) return FALSE;
  const [one, other] = [at.set(a), at.set(b)];
  const isPossible = mayHold(predicate, one, other, a.bits);
  if (!mayHold(NEGATED[predicate], one, other, a.bits)) return TRUE;
  return isPossible ? [[-1n, 0n]] : FALSE;
}

/** Definitions are not followed further. */
const MOST_STEPS = 12;

/** Notes that the value is in the set; returns whether that is possible. */
export function restrict(at: Environment, term: Term, to: IntegerSet, steps = 0): boolean {
  const known = at.set(term);
  const set = both(known, to);
  if (set.length === 0) return false;
  if (term.symbol === 0 || isWithin(known, set)) return true;
  const own = shifted(set, -term.add, term.bits);
  at.sets.set(term.symbol, own);
  const definition = at.definitions.get(term.symbol);
  return definition === undefined || steps > MOST_STEPS || restrictOperands(at, definition, own, steps + 1);
}

/** Notes that a comparison holds; returns whether it can. */
export function assume(at: Environment, predicate: Predicate, a: Term, b: Term, steps = 0): boolean {
  if (single(compared(at, predicate, a, b)) === 0n) return false;
  if (predicate === 'eq') return unify(at, at.simple(a), at.simple(b), steps);
  const [one, other] = [bound(predicate, at.set(b), a.bits), bound(exchanged(predicate), at.set(a), b.bits)];
  if (!restrict(at, a, one, steps) || !restrict(at, b, other, steps)) return false;
  noteFact(at, predicate, a, b);
  return true;
}

function unify(at: Environment, a: Term, b: Term, steps: number): boolean {
  if (!restrict(at, a, at.set(b), steps) || !restrict(at, b, at.set(a), steps)) return false;
  if (a.symbol === b.symbol) return a.add === b.add;
  const [from, to] = a.symbol === 0 ? [b, a] : [a, b];
  at.replace(from, to);
  return true;
}

/** Returns the numbers for which the comparison holds with some member of the set. */
function bound(predicate: Predicate, set: IntegerSet, bits: number): IntegerSet {
  const value = single(set);
  if (value !== undefined) return satisfying(predicate, value, bits);
  if (predicate === 'ne') return allIntegers(bits);
  const values = predicate.startsWith('u') ? sorted(unsigned(set, bits)) : set;
  return satisfying(predicate, predicate[1] === 'l' ? greatest(values) : least(values), bits);
}

/** Notes that what is defined so is in the set; returns whether that is possible. */
function restrictOperands(at: Environment, definition: Definition, set: IntegerSet, steps: number): boolean {
  const { op, a, b } = definition;
  if (op === 'compare') {
    const value = single(set);
    if (value === undefined) return true;
    return assume(at, value === 0n ? NEGATED[definition.predicate] : definition.predicate, a, b, steps);
  }
  const { name } = definition;
  const has = (value: bigint | undefined): boolean =>
    value === undefined || set.some(([from, to]) => from <= value && value <= to);
  const keep = (operand: Term, of: (member: bigint) => bigint | undefined): boolean =>
    restrict(
      at,
      operand,
      filtered(at.set(operand), (each) => has(of(each))),
      steps,
    );
  if (op === 'binary') {
    const [left, right] = [single(at.set(a)), single(at.set(b))];
    if (right !== undefined) return keep(a, (each) => computed(name, each, right, a.bits));
    return left === undefined || keep(b, (each) => computed(name, left, each, a.bits));
  }
  if (name === 'sext') return restrict(at, a, set, steps);
  if (name === 'zext') return restrict(at, a, origins(set, a.bits), steps);
  if (isWithin(at.set(a), allIntegers(b.bits))) return restrict(at, a, set, steps);
  return keep(a, (each) => BigInt.asIntN(b.bits, each));
}

/** Returns the numbers of this many bits whose unsigned values are in the set. */
function origins(set: IntegerSet, bits: number): IntegerSet {
  const [half, count] = [1n << BigInt(bits - 1), 1n << BigInt(bits)];
  const high = both(set, [[half, count - 1n]]).map(([from, to]) => [from - count, to - count] as const);
  return [...high, ...both(set, [[0n, half - 1n]])];
}
