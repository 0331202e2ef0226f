import { types } from '#host/types';
import { isObject } from '../../world/objects/is-object.js';
import { readBytes } from './ranges.js';
import type { SharedView } from './views.js';
import { isSharedBuffer, shared } from './views.js';

/** Shared memory found in the arguments of a native: a view, or the buffer itself. */
export type Found = SharedView | SharedArrayBuffer;

/** Missing from the type definitions of the language and of Node. */
const { Memory } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Memory: abstract new () => { buffer: unknown };
};

/** Built-in constructors and their prototypes, reachable from every object. */
const INTRINSIC: readonly object[] = [Object, Array, Function, Error, Map, Set, Promise].flatMap((each) => [
  each,
  each.prototype as object,
]);

/** Maximum number of objects to examine. */
const MOST_OBJECTS = 100_000;

/**
 * Returns the shared memory among these values, or in lists, objects, maps and sets within them. Runs no code of the
 * program.
 */
export function sharedWithin(values: readonly unknown[]): readonly Found[] {
  const found: Found[] = [];
  for (const value of objectsWithin(values)) {
    const view = shared(value);
    if (view !== undefined) found.push(view);
    else if (isSharedBuffer(value)) found.push(value);
  }
  return found.reverse();
}

/** Returns all objects among and within these values. */
export function objectsWithin(values: readonly unknown[]): Iterable<object> {
  const seen = new Set<object>();
  const waiting: unknown[] = [...values];
  while (waiting.length > 0 && seen.size < MOST_OBJECTS) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const hasParts = !types.isProxy(value) && !ArrayBuffer.isView(value) && !isSharedBuffer(value);
    if (hasParts) waiting.push(...partsOf(value));
  }
  return seen;
}

function partsOf(value: object): readonly unknown[] {
  if (types.isMap(value)) return [...Map.prototype.entries.call(value)].flat();
  if (types.isSet(value)) return [...Set.prototype.values.call(value)];
  return Reflect.ownKeys(value).map((key): unknown => Object.getOwnPropertyDescriptor(value, key)?.value);
}

/**
 * Returns whether shared memory is reachable from these values, as far as can be seen without running code. Also
 * follows functions, prototypes, weak references and memories of WebAssembly.
 */
export function reachesShared(values: readonly unknown[]): boolean {
  const seen = new Set<object>(INTRINSIC);
  const waiting: unknown[] = [...values];
  while (waiting.length > 0 && seen.size < MOST_OBJECTS) {
    const value = waiting.pop();
    if (!isObject(value) || seen.has(value)) continue;
    if (shared(value) !== undefined || isSharedBuffer(value)) return true;
    seen.add(value);
    if (types.isProxy(value) || ArrayBuffer.isView(value)) continue;
    waiting.push(...partsOf(value), Reflect.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) waiting.push(Object.getOwnPropertyDescriptor(value, key)?.value);
    if (value instanceof WeakRef) waiting.push(value.deref());
    if (value instanceof Memory) waiting.push(value.buffer);
  }
  return false;
}

/**
 * Visibly reads the memory that a native is about to read, at most `most` elements of each view. The real memory of the
 * world then holds the values read.
 */
export function seeWithin(values: readonly unknown[], most = Infinity): void {
  for (const each of sharedWithin(values)) {
    const view = isSharedBuffer(each) ? shared(new Uint8Array(each))! : each;
    const bytes = Math.min(view.view.byteLength, most * (view.kind?.size ?? 1));
    readBytes(view, new Uint8Array(view.view.byteLength), 0, bytes);
  }
}
