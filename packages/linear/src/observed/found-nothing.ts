import type { Element, Elements } from './elements.js';
import { insideFrom, insideUntil, isCertainlyInside } from './elements.js';
import type { ObservedCall, Violation } from './observed-call.js';

/** A stretch of time; at each moment some element is inside for certain. */
interface Stretch {
  readonly from: number;
  until: number;
}

/**
 * Returns a take that found nothing although at every moment between its beginning and its end some element was inside
 * for certain. If there is none, queues, stacks and bags can be empty at all moments at which no element is: an element
 * that was put or taken around such a moment can be moved to one side of it.
 */
export function foundNothingTooSoon({ all, empty }: Elements): Violation | undefined {
  if (empty.length === 0) return undefined;
  const inside = all.filter((element) => isCertainlyInside(element));
  inside.sort((a, b) => insideFrom(a) - insideFrom(b));
  const stretches = stretchesOf(inside);
  let next = 0;
  for (const take of empty.toSorted((a, b) => a.begin - b.begin)) {
    while (next < stretches.length && stretches[next]!.until < take.begin) next++;
    const stretch = stretches[next];
    if (stretch === undefined) return undefined;
    if (stretch.from > take.begin || stretch.until < take.end) continue;
    return {
      calls: [take, ...cover(inside, take)],
      why: 'it found nothing, although some element was inside at every moment',
    };
  }
  return undefined;
}

function stretchesOf(inside: readonly Element[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const element of inside) {
    const last = stretches.at(-1);
    if (last === undefined || insideFrom(element) > last.until) {
      stretches.push({ from: insideFrom(element), until: insideUntil(element) });
    } else last.until = Math.max(last.until, insideUntil(element));
  }
  return stretches;
}

/** Returns the fewest puts (with their takes) of elements that together cover the take. */
function cover(inside: readonly Element[], take: ObservedCall): ObservedCall[] {
  const calls: ObservedCall[] = [];
  for (let until = take.begin; until < take.end;) {
    let best: Element | undefined;
    for (const element of inside) {
      if (insideFrom(element) > until) break;
      if (best === undefined || insideUntil(element) > insideUntil(best)) best = element;
    }
    calls.push(best!.put, ...(best!.take === undefined ? [] : [best!.take]));
    until = insideUntil(best!);
  }
  return calls;
}
