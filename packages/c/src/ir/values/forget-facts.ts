import type { Environment } from './environment.js';
import type { Fact } from './orders.js';
import { addFact, shiftOf } from './orders.js';
import { plus } from './terms.js';

/** Forgets the facts about symbols that are not needed, but keeps what follows from them for the others. */
export function forgetFacts(at: Environment, needed: ReadonlySet<number>): void {
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
