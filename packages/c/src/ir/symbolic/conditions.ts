import type { Linear } from './linear.js';
import { boundsOf, constant, linear, scaled, sum } from './linear.js';

/** With more inequalities, an elimination is given up. */
const MOST = 600;

/** What holds on a path: each of these terms is at most 0. */
export type Condition = readonly Linear[];

const known = new Map<string, boolean>();
/** Answers that are kept. */
const MOST_KNOWN = 200_000;

/** Returns the condition with one more term that is at most 0. */
export function assume(condition: Condition, atMostZero: Linear): Condition {
  const term = tightened(atMostZero);
  return condition.some(({ key }) => key === term.key) ? condition : [...condition, term];
}

/**
 * Whether integers can satisfy the condition with one more term that is at most 0. `false` is certain; `true` is not: this
 * solves for rational numbers (Fourier and Motzkin), and gives up if that takes long.
 */
export function isPossible(condition: Condition, atMostZero: Linear): boolean {
  const term = tightened(atMostZero);
  if (term.parts.length === 0) return term.constant <= 0n;
  const related = relatedTo(condition, new Set(term.parts.map(([name]) => name)));
  const key = [term.key, ...related.map((each) => each.key).sort()].join(' ');
  let found = known.get(key);
  if (found === undefined) {
    if (known.size > MOST_KNOWN) known.clear();
    known.set(key, (found = solve([term, ...related])));
  }
  return found;
}

/** Returns the terms that say something about these symbols, directly or through others. Adds the others to the set. */
export function relatedTo(condition: Condition, symbols: Set<string>): Linear[] {
  const related = new Set<Linear>();
  for (let size = -1; size !== related.size;) {
    size = related.size;
    for (const each of condition) {
      if (related.has(each) || !each.parts.some(([name]) => symbols.has(name))) continue;
      related.add(each);
      for (const [name] of each.parts) symbols.add(name);
    }
  }
  return [...related];
}

/** Divides by the greatest common divisor of the factors. The constant is rounded: the sum of the others is an integer. */
function tightened({ parts, constant: rest }: Linear): Linear {
  let divisor = 0n;
  for (const [, factor] of parts) divisor = gcd(divisor, factor < 0n ? -factor : factor);
  if (divisor <= 1n) return linear(parts, rest);
  const rounded = rest >= 0n ? (rest + divisor - 1n) / divisor : -(-rest / divisor);
  return linear(
    parts.map(([name, factor]) => [name, factor / divisor]),
    rounded,
  );
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Eliminates one symbol after another. Of terms with the same factors, only the one with the greatest constant counts. */
function solve(terms: readonly Linear[]): boolean {
  let left = new Map<string, Linear>();
  const add = (to: Map<string, Linear>, given: Linear): boolean => {
    const term = tightened(given);
    if (term.parts.length === 0) return term.constant <= 0n;
    const shape = linear(term.parts, 0n).key;
    const old = to.get(shape);
    if (old === undefined || old.constant < term.constant) to.set(shape, term);
    return true;
  };
  const symbols = new Set(terms.flatMap(({ parts }) => parts.map(([name]) => name)));
  for (const each of terms) if (!add(left, each)) return false;
  for (const name of symbols) {
    const [least, greatest] = boundsOf(name);
    add(left, linear([[name, 1n]], -greatest));
    add(left, linear([[name, -1n]], least));
  }
  while (symbols.size > 0) {
    const all = [...left.values()];
    const name = cheapest(all, symbols);
    symbols.delete(name);
    const next = new Map<string, Linear>();
    const [above, below]: [Linear, bigint][][] = [[], []];
    for (const each of all) {
      const factor = each.parts.find(([other]) => other === name)?.[1] ?? 0n;
      if (factor > 0n) above!.push([each, factor]);
      else if (factor < 0n) below!.push([each, -factor]);
      else if (!add(next, each)) return false;
    }
    for (const [one, factor] of above!) {
      for (const [other, negative] of below!) {
        if (!add(next, sum(scaled(one, negative), other, factor))) return false;
      }
    }
    if (next.size > MOST) return true;
    left = next;
  }
  return true;
}

/** Returns the symbol whose elimination makes the fewest terms. */
function cheapest(terms: readonly Linear[], symbols: ReadonlySet<string>): string {
  let best: string | undefined;
  let least = Infinity;
  for (const name of symbols) {
    let [above, below] = [0, 0];
    for (const { parts } of terms) {
      const factor = parts.find(([other]) => other === name)?.[1] ?? 0n;
      if (factor > 0n) above++;
      else if (factor < 0n) below++;
    }
    if (above * below - above - below < least) [best, least] = [name, above * below - above - below];
  }
  return best!;
}

/** Whether the term is at most the limit for certain. */
export function isAtMost(condition: Condition, term: Linear, limit: bigint): boolean {
  return !isPossible(condition, sum(constant(limit + 1n), term, -1n));
}

export function isAtLeast(condition: Condition, term: Linear, limit: bigint): boolean {
  return !isPossible(condition, sum(term, constant(1n - limit)));
}
