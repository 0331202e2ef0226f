import type { Element, Elements } from './elements.js';
import { insideUntil } from './elements.js';
import type { Violation } from './observed-call.js';

/**
 * Returns two elements that a queue gave in the wrong order: one was put before the other, and taken after it or never.
 * With `foundNothingTooSoon` this is all that can be wrong with a queue whose elements differ (Henzinger, Sezgin and
 * Vafeiadis, CONCUR 2013).
 */
export function overtakingElements({ all }: Elements): Violation | undefined {
  const byEnd = all.toSorted((a, b) => a.put.end - b.put.end);
  const byBegin = all.toSorted((a, b) => a.put.begin - b.put.begin);
  let next = 0;
  // Among the elements put so far, the one that is inside longest.
  let longest: Element | undefined;
  for (const element of byBegin) {
    for (; next < byEnd.length && byEnd[next]!.put.end < element.put.begin; next++) {
      if (longest === undefined || insideUntil(byEnd[next]!) > insideUntil(longest)) longest = byEnd[next]!;
    }
    if (longest === undefined || element.take === undefined || insideUntil(longest) <= element.take.end) continue;
    const { put, take } = longest;
    return take === undefined
      ? { calls: [put, element.put, element.take], why: 'the first was put before the second and never taken' }
      : {
          calls: [put, element.put, element.take, take],
          why: 'the first was put before the second and taken after it',
        };
  }
  return undefined;
}
