import type { IntegerSet, Predicate } from '../syntax/integer-sets.js';
import { allIntegers } from '../syntax/integer-sets.js';
import { only, shifted, single } from './number-sets.js';
import type { Fact, Term } from './terms.js';
import { constant, isSame, plus } from './terms.js';

/** What the value of a symbol was computed from. */
export type Definition =
  | { readonly op: 'compare'; readonly predicate: Predicate; readonly a: Term; readonly b: Term }
  | { readonly op: 'cast' | 'binary'; readonly name: string; readonly a: Term; readonly b: Term };

export function isSameDefinition(one: Definition, other: Definition): boolean {
  if (one === other) return true;
  const nameOf = (each: Definition): string => (each.op === 'compare' ? each.predicate : each.name);
  return one.op === other.op && nameOf(one) === nameOf(other) && isSame(one.a, other.a) && isSame(one.b, other.b);
}

/** Numbers symbols. The same number in two environments need not mean the same value. */
let symbols = 0;

/** The symbols of addresses of globals: these mean the same everywhere in a thread. */
const named = new Map<string, number>();

/** Returns the symbol of a global. */
export function symbolOf(name: string): number {
  let symbol = named.get(name);
  if (symbol === undefined) named.set(name, (symbol = ++symbols));
  return symbol;
}

/**
 * What is known at a point of a thread: there are values of the symbols, in their sets and as defined, such that each place
 * holds its term. A place that has no term holds any value. Places that hold terms of one symbol keep their distance,
 * whatever it is (Miné 2004, of which this is the part with equalities).
 */
export class Environment {
  readonly terms = new Map<number, Term>();
  readonly sets = new Map<number, IntegerSet>();
  readonly definitions = new Map<number, Definition>();
  /** Comparisons that hold besides. The list itself is not changed. */
  facts: readonly Fact[] = [];
  /** Which locks are held, and which other threads may run (`Situations`); -1: not known. */
  situation = -1;

  copy(): Environment {
    const made = new Environment();
    made.situation = this.situation;
    made.facts = this.facts;
    for (const [place, term] of this.terms) made.terms.set(place, term);
    for (const [symbol, set] of this.sets) made.sets.set(symbol, set);
    for (const [symbol, definition] of this.definitions) made.definitions.set(symbol, definition);
    return made;
  }

  /** Returns a new symbol of which nothing is known but its set. */
  fresh(bits: number, set: IntegerSet = allIntegers(bits), definition?: Definition): Term {
    const value = single(set);
    if (value !== undefined) return constant(value, bits);
    this.sets.set(++symbols, set);
    if (definition !== undefined) this.definitions.set(symbols, definition);
    return { symbol: symbols, add: 0n, bits };
  }

  set(term: Term): IntegerSet {
    if (term.symbol === 0) return only(term.add);
    return shifted(this.sets.get(term.symbol) ?? allIntegers(term.bits), term.add, term.bits);
  }

  /** Returns the term, as a constant if it has only one value. */
  simple(term: Term): Term {
    const value = term.symbol === 0 ? undefined : single(this.set(term));
    return value === undefined ? term : constant(value, term.bits);
  }

  /** Replaces the symbol of one term such that it equals another one. */
  replace(from: Term, to: Term): void {
    const by = to.add - from.add;
    const replaced = (term: Term): Term =>
      term.symbol === from.symbol ? plus({ symbol: to.symbol, add: term.add, bits: term.bits }, by) : term;
    for (const [place, term] of this.terms) {
      if (term.symbol === from.symbol) this.terms.set(place, replaced(term));
    }
    for (const [symbol, definition] of this.definitions) {
      const { a, b } = definition;
      if (a.symbol !== from.symbol && b.symbol !== from.symbol) continue;
      this.definitions.set(symbol, { ...definition, a: replaced(a), b: replaced(b) });
    }
    this.facts = this.facts.map((fact) => ({ ...fact, a: replaced(fact.a), b: replaced(fact.b) }));
  }
}
