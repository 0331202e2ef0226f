import { text } from '#host/text';
import { FencepostError } from '@fencepost/core';
import { isSharedBuffer } from '../memory/views/views.js';
import { isObject, isPlainObject } from '../world/objects/is-object.js';

/** Returns the result of an operation as text; equal values have equal texts. */
export function resultInWords(value: unknown, operation: string): string {
  const refused = isObject(value) ? whyNotCompared(value, new Set()) : undefined;
  if (refused === undefined) return showResult(value);
  throw new FencepostError('USAGE', `${operation} returns ${refused[0]}`, { hint: refused[1] });
}

/**
 * Returns the error that an operation threw as text: its name and message and, if present, its cause and other
 * properties.
 */
export function errorInWords(error: unknown, operation: string): string {
  if (!(error instanceof Error)) return resultInWords(error, operation);
  const names = [...Object.keys(error), ...HIDDEN.filter((name) => Object.hasOwn(error, name))];
  const rest = Object.fromEntries(names.map((name) => [name, Reflect.get(error, name) as unknown]));
  const words = `${error.name}: ${error.message}`;
  return names.length === 0 ? words : `${words}${WITH}${resultInWords(rest, operation)}`;
}

/** Separator between the message of an error and its other properties. */
export const WITH = ', with ';

/** Properties of errors that are not enumerable. */
const HIDDEN = ['cause', 'errors'];

/** Returns the value as source text, on one line. */
export function showResult(value: unknown): string {
  const everything = { breakLength: Infinity, depth: Infinity, maxArrayLength: null, maxStringLength: null };
  // The custom inspection of a class may be incomplete: buffers show only 50 bytes.
  const own = { customInspect: false, sorted: true, compact: true };
  return text.inspect(value, { ...everything, ...own }).replaceAll('\n', ' ');
}

type Refused = readonly [what: string, hint: string];

/**
 * Returns why a value cannot be compared reliably, and what to return instead. Also replaces the stack of errors,
 * because it depends on where they were created.
 */
function whyNotCompared(value: object, seen: Set<object>): Refused | undefined {
  if (seen.has(value)) return undefined;
  seen.add(value);
  if (isSharedBuffer(ArrayBuffer.isView(value) ? value.buffer : value)) {
    return ['memory that threads share, and that may change afterwards', 'return a copy of its content'];
  }
  if (ArrayBuffer.isView(value)) return undefined;
  if (typeof (value as Partial<Iterator<unknown>>).next === 'function') {
    return ['an iterator, whose elements would not be compared', 'return an array of its elements'];
  }
  if (value instanceof Error) Reflect.defineProperty(value, 'stack', { value: `${value.name}: ${value.message}` });
  const hidden = whatIsHidden(value);
  if (hidden !== undefined) return [hidden, 'return a plain object, an array or a primitive value'];
  for (const part of partsOf(value)) {
    const why = isObject(part) ? whyNotCompared(part, seen) : undefined;
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Classes whose objects have content that is not stored in properties. */
const WITH_CONTENT = [Map, Set, Date, RegExp, Error, ArrayBuffer, Number, String, Boolean, Symbol, BigInt];

/** Returns a description if the object has content, but none that can be compared. */
function whatIsHidden(value: object): string | undefined {
  if (typeof value === 'function') return 'a function, which would not be compared';
  const properties = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([, { enumerable }]) => enumerable);
  const getter = properties.find(([, property]) => !('value' in property));
  if (getter !== undefined) return `an object with a getter (${getter[0]}), which would not be compared`;
  const { name = '' } = (Reflect.get(value, 'constructor') ?? {}) as { readonly name?: string };
  const hasContent = Array.isArray(value) || WITH_CONTENT.some((each) => value instanceof each);
  if (properties.length > 0 || hasContent || isPlainObject(value)) return undefined;
  return `an object${name === '' ? '' : ` of ${name}`} without properties, so nothing would be compared`;
}

function partsOf(value: object): readonly unknown[] {
  const own = Reflect.ownKeys(value).map((key) => Reflect.getOwnPropertyDescriptor(value, key)?.value as unknown);
  if (value instanceof Map) return [...own, ...value.keys(), ...(value.values() as Iterable<unknown>)];
  if (value instanceof Set) return [...own, ...(value as Set<unknown>)];
  return own;
}
