import { expect, test } from 'vitest';
import { ElementsDecision, END, WAITS } from '../src/index.js';
import type { Elements } from '../src/index.js';
import { inEveryInterleaving } from './brute-force.js';
import type { RandomHistory } from './random-histories.js';
import { randomHistory } from './random-histories.js';

/** Calls 0 and 1 put themselves, 2 and 3 take what they return, or 9: nothing. */
const ELEMENTS: Elements = {
  put: (letter, result) => (letter < 2 && result !== 2 ? String(letter) : undefined),
  taken: (_, result) => (result === 9 ? undefined : String(result)),
  takes: (letter) => letter >= 2,
  told: String,
  initial: () => ['7'],
};

/** Elements that were put by these calls more often than all calls took them. */
function left({ calls, results }: RandomHistory, by: readonly number[]): readonly string[] {
  const taken = calls.flatMap((letter, c) =>
    ELEMENTS.takes(letter) && results[c] !== WAITS ? (ELEMENTS.taken(letter, results[c]!) ?? []) : [],
  );
  const put = [...ELEMENTS.initial(), ...by.flatMap((c) => ELEMENTS.put(calls[c]!, results[c]!) ?? [])];
  for (const each of taken) if (put.includes(each)) put.splice(put.indexOf(each), 1);
  return put;
}

/** Call by call: is anything lost when nothing else is under way? */
function keepsElements(history: RandomHistory): boolean {
  const { calls, results } = history;
  const all = calls.map((_, c) => c);
  const returned = all.filter((c) => results[c] !== WAITS);
  const takers = all.filter((c) => ELEMENTS.takes(calls[c]!));
  const took = returned.filter((c) => takers.includes(c)).flatMap((c) => ELEMENTS.taken(calls[c]!, results[c]!) ?? []);
  const put = [...ELEMENTS.initial(), ...returned.flatMap((c) => ELEMENTS.put(calls[c]!, results[c]!) ?? [])];
  const count = (list: readonly string[], what: string): number => list.filter((each) => each === what).length;
  if (took.some((each) => count(took, each) > count(put, each))) return false;
  if (takers.some((c) => results[c] === WAITS) && left(history, returned).length > 0) return false;
  return inEveryInterleaving(history, (at) =>
    takers.every((t) => {
      if (results[t] === WAITS || ELEMENTS.taken(calls[t]!, results[t]!) !== undefined) return true;
      const isBefore = (c: number): boolean => at(END + c) >= 0 && at(END + c) < at(t);
      const isAlone = all.every((c) => c === t || isBefore(c) || at(c) > at(END + t));
      return !isAlone || left(history, all.filter(isBefore)).length === 0;
    }),
  );
}

/** Elements instead of what the structure returns: mostly right ones. */
function withElements(history: RandomHistory, seed: number): RandomHistory {
  const results = history.results.map((result, c) => {
    if (result === WAITS || !ELEMENTS.takes(history.calls[c]!)) return result;
    return [0, 1, 9, 9, 7, 9][(seed + 3 * c) % 6]!;
  });
  return { ...history, results };
}

test('no element is lost, duplicated or made up', () => {
  const counts = [0, 0];
  for (let seed = 1; seed <= 2000; seed++) {
    const history = withElements(randomHistory(seed, 4), seed);
    const fine = new ElementsDecision(ELEMENTS, history.calls.map((_, c) => [c])).refute(history, history.order) === undefined; // prettier-ignore
    expect({ seed, fine }).toEqual({ seed, fine: keepsElements(history) });
    counts[fine ? 1 : 0]!++;
  }
  expect(Math.min(...counts)).toBeGreaterThan(100);
});
