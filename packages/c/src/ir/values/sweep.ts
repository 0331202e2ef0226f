import type { Environment } from './environment.js';
import { addFact, shiftOf } from './orders.js';
import type { Fact } from './terms.js';
import { plus } from './terms.js';

/** Forgets the facts about symbols that are not needed, but keeps what follows from them for the others. */
function forgetFacts(at: Environment, needed: ReadonlySet<number>): void {
  const isKept = ({ a, b }: Fact): boolean => needed.has(a.symbol) && needed.has(b.symbol);
  if (at.facts.every(isKept)) return;
  const others = new Set(at.facts.flatMap(({ a, b }) => [a.symbol, b.symbol]).filter((symbol) => !needed.has(symbol)));
  for (const symbol of others) {
    const { facts } = at;
    at.facts = facts.filter(({ a, b }) => a.symbol !== symbol && b.symbol !== symbol);
    for (const left of facts) {
      if (left.b.symbol !== symbol || left.kind === 'not equal') continue;
      for (const right of facts) {
        if (right.a.symbol !== symbol || right.kind === 'not equal' || right.isSigned !== left.isSigned) continue;
        const by = shiftOf(at, left.b, right, left.isSigned);
        const kind = left.kind === 'less' || right.kind === 'less' ? 'less' : 'at most';
        if (by !== undefined) addFact(at, { kind, isSigned: left.isSigned, a: left.a, b: plus(right.b, by) });
      }
    }
  }
}

/** Forgets the symbols that no place needs. */
export function sweep(at: Environment): void {
  const needed = new Set<number>();
  for (const { symbol } of at.terms.values()) needed.add(symbol);
  for (const symbol of needed) {
    const definition = at.definitions.get(symbol);
    if (definition !== undefined) needed.add(definition.a.symbol).add(definition.b.symbol);
  }
  forgetFacts(at, needed);
  for (const symbol of at.sets.keys()) if (!needed.has(symbol)) at.sets.delete(symbol);
  for (const symbol of at.definitions.keys()) if (!needed.has(symbol)) at.definitions.delete(symbol);
}
