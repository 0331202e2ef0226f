import type { IntegerSet } from '../syntax/integer-sets.js';
import { Environment, isSameDefinition } from './environment.js';
import { isWithin, union, widened } from './number-sets.js';
import { addFact, holds } from './orders.js';
import { isPast } from './places.js';
import type { Fact, Term } from './terms.js';
import { isSame, plus } from './terms.js';

/** Returns what holds in both environments; `thresholds`: such that only finitely many follow one another. */
export function join(old: Environment, next: Environment, thresholds?: readonly bigint[]): Environment {
  const joined = new Environment();
  if (old.situation === next.situation) joined.situation = old.situation;
  /** By pairs of symbols, and their distance: the symbol for both, and what it means in each. */
  const pairs = new Map<string, Pair>();
  const merge = (a: IntegerSet, b: IntegerSet, bits: number): IntegerSet =>
    thresholds === undefined ? union(a, b) : widened(a, b, bits, thresholds);
  for (const [place, found] of old.terms) {
    const other = next.terms.get(place);
    if (other === undefined || other.bits !== found.bits) continue;
    // What others may have written since depends on where the thread was.
    if (joined.situation < 0 && isPast(place)) continue;
    const [a, b] = [old.simple(found), next.simple(other)];
    if (a.symbol === 0 && isSame(a, b)) {
      joined.terms.set(place, a);
      continue;
    }
    const distance = BigInt.asIntN(a.bits, a.add - b.add);
    const key = `${a.symbol} ${b.symbol} ${distance} ${a.bits}`;
    let pair = pairs.get(key);
    if (pair === undefined) {
      if (a.symbol === b.symbol && distance === 0n) {
        const own = { ...a, add: 0n };
        joined.sets.set(a.symbol, merge(old.set(own), next.set(own), a.bits));
        pair = { term: a, first: a, second: b };
      } else pair = { term: joined.fresh(a.bits, merge(old.set(a), next.set(b), a.bits)), first: a, second: b };
      pairs.set(key, pair);
    }
    joined.terms.set(place, plus(pair.term, a.add - pair.first.add));
  }
  for (const symbol of joined.sets.keys()) keepDefinition(joined, old, next, symbol);
  const all = [...pairs.values()];
  keepFacts(joined, old.facts, next, all, ({ first, second, term }) => [first, second, term]);
  // Facts are not added for ever.
  if (thresholds === undefined) {
    keepFacts(joined, next.facts, old, all, ({ first, second, term }) => [second, first, term]);
    compareCopies(joined, old, next, all);
  }
  return joined;
}

/** A term of both environments, and what it is in each. */
interface Pair {
  readonly term: Term;
  readonly first: Term;
  readonly second: Term;
}

/** Keeps the facts of one environment that hold in the other one; `of` gives what a term is in each, and itself. */
function keepFacts(
  joined: Environment,
  facts: readonly Fact[],
  other: Environment,
  pairs: readonly Pair[],
  of: (pair: Pair) => readonly [own: Term, other: Term, term: Term],
): void {
  for (const fact of facts) {
    const images = (term: Term): { readonly there: Term; readonly term: Term }[] =>
      pairs.flatMap((pair) => {
        const [own, there, joint] = of(pair);
        if (own.symbol !== term.symbol || own.bits !== term.bits) return [];
        const by = term.add - own.add;
        return [{ there: plus(there, by), term: plus(joint, by) }];
      });
    for (const a of images(fact.a)) {
      for (const b of images(fact.b)) {
        const kinds = fact.kind === 'less' ? (['less', 'at most'] as const) : [fact.kind];
        const kind = kinds.find((each) => holds(other, { ...fact, kind: each, a: a.there, b: b.there }));
        if (kind !== undefined) addFact(joined, { ...fact, kind, a: a.term, b: b.term });
      }
    }
  }
}

/** Notes how terms compare that have the same symbol in each environment, but not the same distance. */
function compareCopies(joined: Environment, old: Environment, next: Environment, pairs: readonly Pair[]): void {
  for (const one of pairs) {
    for (const other of pairs) {
      if (one === other || one.first.symbol === 0 || one.first.symbol !== other.first.symbol) continue;
      if (one.second.symbol !== other.second.symbol) continue;
      for (const isSigned of [true, false]) {
        const isKnown =
          holds(old, { kind: 'at most', isSigned, a: one.first, b: other.first }) &&
          holds(next, { kind: 'at most', isSigned, a: one.second, b: other.second });
        if (isKnown) addFact(joined, { kind: 'at most', isSigned, a: one.term, b: other.term });
      }
    }
  }
}

/** Definitions of symbols that mean the same in both. */
function keepDefinition(joined: Environment, old: Environment, next: Environment, symbol: number): void {
  const definition = old.definitions.get(symbol);
  const other = next.definitions.get(symbol);
  if (definition === undefined || other === undefined || !isSameDefinition(definition, other)) return;
  joined.definitions.set(symbol, definition);
  for (const operand of [definition.a, definition.b]) {
    if (operand.symbol === 0 || joined.sets.has(operand.symbol)) continue;
    const own = { ...operand, add: 0n };
    joined.sets.set(operand.symbol, union(old.set(own), next.set(own)));
    keepDefinition(joined, old, next, operand.symbol);
  }
}

/** Whether all that the old environment says holds in the next one. */
export function includes(old: Environment, next: Environment): boolean {
  if (old.situation >= 0 && old.situation !== next.situation) return false;
  const meaning = new Map<number, Term>();
  const mayMean = (term: Term, other: Term): boolean => {
    if (term.symbol === 0) return isSame(term, other);
    const own = plus(other, -term.add);
    const known = meaning.get(term.symbol);
    if (known !== undefined) return isSame(known, own);
    meaning.set(term.symbol, own);
    return isWithin(next.set(other), old.set(term));
  };
  for (const [place, term] of old.terms) {
    const other = next.terms.get(place);
    if (other?.bits !== term.bits || !mayMean(old.simple(term), next.simple(other))) return false;
  }
  for (const [symbol, definition] of old.definitions) {
    const other = next.definitions.get(symbol);
    const own = meaning.get(symbol);
    if (own !== undefined && (own.symbol !== symbol || own.add !== 0n)) return false;
    if (other === undefined || !isSameDefinition(definition, other)) return false;
    for (const operand of [definition.a, definition.b]) {
      if (operand.symbol === 0) continue;
      const at = meaning.get(operand.symbol);
      if (at === undefined) {
        if (!isWithin(next.set(operand), old.set(operand))) return false;
      } else if (at.symbol !== operand.symbol || at.add !== 0n) return false;
    }
  }
  return old.facts.every((fact) => {
    const means = (term: Term): Term => {
      const known = meaning.get(term.symbol);
      return known === undefined ? term : plus(known, term.add);
    };
    return holds(next, { ...fact, a: means(fact.a), b: means(fact.b) });
  });
}
