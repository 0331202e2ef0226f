import { text } from '#host/text';
import { FencepostError } from '@fencepost/core';
import { isSharedBuffer } from '../memory/views.js';

/** What an operation returned, in words: equal for equal values. */
export function resultInWords(value: unknown, operation: string): string {
  const refused = isObject(value) ? whyNotCompared(value, new Set()) : undefined;
  if (refused === undefined) return showResult(value);
  throw new FencepostError('USAGE', `${operation} returns ${refused[0]}`, { hint: refused[1] });
}

/** As in the source, on one line. */
export function showResult(value: unknown): string {
  const everything = { breakLength: Infinity, depth: Infinity, maxArrayLength: null, maxStringLength: null };
  return text.inspect(value, { ...everything, sorted: true, compact: true }).replaceAll('\n', ' ');
}

/** What may be something else when it is compared, and what to return instead. Errors forget where they were made. */
function whyNotCompared(value: object, seen: Set<object>): readonly [what: string, hint: string] | undefined {
  if (seen.has(value)) return undefined;
  seen.add(value);
  if (isSharedBuffer(ArrayBuffer.isView(value) ? value.buffer : value)) {
    return ['memory that threads share, and may change after it', 'return a copy of what is in it'];
  }
  if (ArrayBuffer.isView(value)) return undefined;
  if (typeof (value as Partial<Iterator<unknown>>).next === 'function') {
    return ['an iterator, of which nothing would be compared', 'return an array of its elements'];
  }
  if (value instanceof Error) Reflect.defineProperty(value, 'stack', { value: `${value.name}: ${value.message}` });
  for (const part of partsOf(value)) {
    const why = isObject(part) ? whyNotCompared(part, seen) : undefined;
    if (why !== undefined) return why;
  }
  return undefined;
}

function partsOf(value: object): readonly unknown[] {
  const own = Object.values(value) as unknown[];
  if (value instanceof Map) return [...own, ...value.keys(), ...(value.values() as Iterable<unknown>)];
  if (value instanceof Set) return [...own, ...(value as Set<unknown>)];
  return value instanceof Error ? [...own, value.cause] : own;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
