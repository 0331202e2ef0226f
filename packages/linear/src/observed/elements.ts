import type { ObservedCall, Value, Violation } from './observed-call.js';
import { NEVER, hasReturned } from './observed-call.js';

/** An element of a queue, a stack or a bag: the calls that put it and took it. */
export interface Element {
  readonly put: ObservedCall;
  take: ObservedCall | undefined;
}

/** Elements of a history in which no element is put twice. */
export interface Elements {
  readonly all: readonly Element[];
  /** Takes that found nothing. */
  readonly empty: readonly ObservedCall[];
  /** Takes that never returned: each may have taken an element, or not. */
  readonly pending: number;
}

/**
 * Returns the elements; undefined if an element is put twice, so that it is not known which of them was taken. A put
 * that returned false, for example because of a full queue, has put nothing.
 */
export function elementsOf(calls: readonly ObservedCall[]): Elements | Violation | undefined {
  const byValue = new Map<Value, Element>();
  for (const call of calls) {
    if (call.operation !== 'put' || isRefused(call)) continue;
    const value = call.given[0]!;
    if (byValue.has(value)) return undefined;
    byValue.set(value, { put: call, take: undefined });
  }
  const empty: ObservedCall[] = [];
  let pending = 0;
  for (const call of calls) {
    if (call.operation !== 'take') continue;
    if (!hasReturned(call)) pending++;
    else if (call.result === null || call.result === undefined) empty.push(call);
    else {
      const element = byValue.get(call.result);
      if (element === undefined) return { calls: [call], why: 'the element was never put' };
      if (element.take !== undefined) {
        return { calls: [element.put, element.take, call], why: 'the element was put once and taken twice' };
      }
      if (call.end < element.put.begin) return { calls: [call, element.put], why: 'it was taken before it was put' };
      element.take = call;
    }
  }
  // A put that never returned, of an element that was not taken, may not have happened.
  const all = [...byValue.values()].filter(({ put, take }) => take !== undefined || hasReturned(put));
  return { all, empty, pending };
}

export function isRefused(put: ObservedCall): boolean {
  return put.result === false;
}

/** The element is inside for certain after this position… */
export function insideFrom({ put }: Element): number {
  return put.end;
}

/** …and before this one. */
export function insideUntil({ take }: Element): number {
  return take === undefined ? NEVER : take.begin;
}

export function isCertainlyInside(element: Element): boolean {
  return insideFrom(element) < insideUntil(element);
}
