import { current } from '../world/running/current.js';
import type { Native } from '../memory/views/replace.js';
import { toInteger } from '../memory/views/coercions.js';
import { callNative, disguised, method } from '../memory/views/replace.js';
import { asyncInstruments } from '../async/async-functions.js';
import { asyncIterator, checkResult } from '../async/async-iteration.js';
import { guard } from '../world/running/guard.js';

type Awaiting<T> = Generator<unknown, T, unknown>;
type List = Record<PropertyKey, unknown> & { length: number };

/** Replaces `Array.fromAsync` (Node 22 and later). In a world it returns one of the world's promises. */
export function replaceArrayFromAsync(): void {
  const property = Object.getOwnPropertyDescriptor(Array, 'fromAsync');
  if (property === undefined) return;
  const native = property.value as Native;
  const replacement = method((self, args) =>
    current.world === undefined ? callNative(native, self, args) : asyncInstruments.async(fromAsync, self, [...args]),
  );
  Object.defineProperty(Array, 'fromAsync', { ...property, value: disguised(native, replacement) });
}

/** Implements `Array.fromAsync` as a generator that yields the values to await. */
function* fromAsync(this: unknown, items: unknown, mapper?: unknown, thisArgument?: unknown): Awaiting<unknown> {
  if (mapper !== undefined && typeof mapper !== 'function') throw new TypeError('the mapper is not a function');
  const map = function* (value: unknown, index: number): Awaiting<unknown> {
    return mapper === undefined ? value : yield callNative(mapper, thisArgument, [value, index]);
  };
  const given = Object(items) as List;
  if (items === undefined || items === null) throw new TypeError(`${String(items)} is not iterable`);
  if ((given[Symbol.asyncIterator] ?? given[Symbol.iterator]) !== undefined) {
    return yield* fromIterable(make(this, []), items, map);
  }
  const length = Math.max(toInteger(given.length), 0);
  const made = make(this, [length]);
  for (let i = 0; i < length; i++) put(made, i, yield* map(yield given[i], i));
  made.length = length;
  return made;
}

function* fromIterable(
  made: List,
  items: unknown,
  map: (value: unknown, index: number) => Awaiting<unknown>,
): Awaiting<List> {
  const iterator = asyncIterator(items);
  for (let i = 0; ; i++) {
    const { value, done } = checkResult(yield callNative(iterator.next, iterator.object, []));
    if (Boolean(done)) {
      made.length = i;
      return made;
    }
    try {
      put(made, i, yield* map(value, i));
    } catch (error) {
      guard(error);
      yield* close(iterator);
      throw error;
    }
  }
}

/** Closes the iterator after a failure. Ignores errors while closing, because an earlier error is already reported. */
function* close(iterator: ReturnType<typeof asyncIterator>): Awaiting<void> {
  try {
    const end = iterator.method('return');
    if (end !== undefined) yield callNative(end, iterator.object, []);
  } catch (error) {
    guard(error);
  }
}

function make(constructor: unknown, args: readonly unknown[]): List {
  return Reflect.construct(typeof constructor === 'function' ? constructor : Array, args) as List;
}

function put(list: List, index: number, value: unknown): void {
  Object.defineProperty(list, index, { value, writable: true, enumerable: true, configurable: true });
}
