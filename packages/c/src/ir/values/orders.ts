import type { IntegerSet, Predicate } from '../syntax/integer-sets.js';
import { allIntegers } from '../syntax/integer-sets.js';
import { sorted } from './arithmetic.js';
import type { Environment } from './environment.js';
import type { Fact, Term } from './terms.js';
import { isSame, plus } from './terms.js';
import { greatest, least, unsigned } from './number-sets.js';

/** More facts are not kept, and longer chains of them are not followed. */
const MOST_FACTS = 24;
const MOST_LINKS = 4;

/** Notes that the comparison holds. */
export function noteFact(at: Environment, predicate: Predicate, a: Term, b: Term): void {
  if (predicate === 'eq') return;
  addFact(at, factOf(predicate, a, b));
}

export function addFact(at: Environment, fact: Fact): void {
  const { a, b } = fact;
  if (a.symbol === 0 || b.symbol === 0 || a.symbol === b.symbol || at.facts.length >= MOST_FACTS) return;
  if (!holds(at, fact)) at.facts = [...at.facts, fact];
}

function factOf(predicate: Predicate, a: Term, b: Term): Fact {
  if (predicate === 'ne' || predicate === 'eq') return { kind: 'not equal', isSigned: true, a, b };
  const isSigned = predicate.startsWith('s');
  const kind = predicate.endsWith('t') ? 'less' : 'at most';
  return predicate[1] === 'l' ? { kind, isSigned, a, b } : { kind, isSigned, a: b, b: a };
}

/** Whether the comparison holds, as far as facts and sets tell. */
export function isSure(at: Environment, predicate: Predicate, a: Term, b: Term): boolean {
  return predicate !== 'eq' && a.bits === b.bits && holds(at, factOf(predicate, a, b));
}

/** Whether the fact follows from others. */
export function holds(at: Environment, { kind, isSigned, a, b }: Fact): boolean {
  if (kind === 'not equal') {
    const isKnown = at.facts.some(
      (each) =>
        each.kind === kind && ((isSame(each.a, a) && isSame(each.b, b)) || (isSame(each.a, b) && isSame(each.b, a))),
    );
    if (isKnown) return true;
    return [true, false].some((signed) => isLess(at, a, b, signed, true) || isLess(at, b, a, signed, true));
  }
  return isLess(at, a, b, isSigned, kind === 'less');
}

function isLess(at: Environment, a: Term, b: Term, isSigned: boolean, isStrict: boolean, links = 0): boolean {
  const near = distance(at, a, b, isSigned);
  if (near !== undefined && (near > 0n || !isStrict)) return true;
  const [one, other] = [range(at.set(a), a.bits, isSigned), range(at.set(b), b.bits, isSigned)];
  if (isStrict ? greatest(one) < least(other) : greatest(one) <= least(other)) return true;
  if (links >= MOST_LINKS) return false;
  return at.facts.some((fact) => {
    if (fact.kind === 'not equal' || fact.isSigned !== isSigned || fact.a.symbol !== a.symbol) return false;
    // What is less is at most that, even with 1 more.
    const next = fact.kind === 'less' ? plus(fact.a, 1n) : undefined;
    if (next !== undefined && isSame(a, next) && isLess(at, fact.b, b, isSigned, isStrict, links + 1)) return true;
    const first = distance(at, a, fact.a, isSigned);
    const isStill = isStrict && first === 0n && fact.kind !== 'less';
    if (first !== undefined) return isLess(at, fact.b, b, isSigned, isStill, links + 1);
    const by = shiftOf(at, a, fact, isSigned);
    return by !== undefined && isLess(at, plus(fact.b, by), b, isSigned, isStrict && fact.kind !== 'less', links + 1);
  });
}

/** Returns by how much both sides of a comparison have to be greater for its left one to be the term; undefined if they wrap. */
export function shiftOf(at: Environment, a: Term, { a: left, b: right }: Fact, isSigned: boolean): bigint | undefined {
  const by = BigInt.asIntN(a.bits, a.add - left.add);
  const [lowest, highest] = allIntegers(a.bits)[0]!;
  const [from, to] = isSigned ? [lowest, highest] : [0n, highest - lowest];
  if (by === 0n) return by;
  const fits =
    by > 0n
      ? greatest(range(at.set(right), a.bits, isSigned)) + by <= to
      : least(range(at.set(left), a.bits, isSigned)) + by >= from;
  return fits ? by : undefined;
}

/** Returns by how much the second term is greater, if that is not negative, and is so for all values. */
function distance(at: Environment, a: Term, b: Term, isSigned: boolean): bigint | undefined {
  if (a.symbol !== b.symbol || a.bits !== b.bits) return undefined;
  const by = BigInt.asUintN(a.bits, b.add - a.add);
  if (by === 0n) return 0n;
  const [lowest, highest] = allIntegers(a.bits)[0]!;
  const most = isSigned ? highest : highest - lowest;
  return greatest(range(at.set(a), a.bits, isSigned)) + by <= most ? by : undefined;
}

function range(set: IntegerSet, bits: number, isSigned: boolean): IntegerSet {
  return isSigned ? set : sorted(unsigned(set, bits));
}
