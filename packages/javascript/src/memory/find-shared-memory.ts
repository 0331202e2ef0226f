import { types } from '#host/types';
import { isObject } from '../world/is-object.js';
import { readBytes } from './ranges.js';
import type { SharedView } from './views.js';
import { isSharedBuffer, shared } from './views.js';

/** Something shared in the arguments of a native: a view, or the memory itself. */
export type Found = SharedView | SharedArrayBuffer;

/** Missing in the types of the language and of Node. */
const { Memory } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Memory: abstract new () => { buffer: unknown };
};

/** What everything inherits from. */
const INTRINSIC: readonly object[] = [Object, Array, Function, Error, Map, Set, Promise].flatMap((each) => [
  each,
  each.prototype as object,
]);

/** The most objects to examine. */
const MOST_OBJECTS = 100_000;

/**
 * The shared memory in these values: themselves, or in lists, objects, maps and sets within them. Runs no code of the
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

/** All objects among and within these values. */
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
 * Can shared memory be reached from these values, as far as can be seen without running code: also through functions,
 * prototypes and weak references, and memories of WebAssembly?
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
 * Reads visibly what natives are about to read: the real memory of a world then holds just that. At most `most`
 * elements of each view.
 */
export function seeWithin(values: readonly unknown[], most = Infinity): void {
  for (const each of sharedWithin(values)) {
    const view = isSharedBuffer(each) ? shared(new Uint8Array(each))! : each;
    const bytes = Math.min(view.view.byteLength, most * (view.kind?.size ?? 1));
    readBytes(view, new Uint8Array(view.view.byteLength), 0, bytes);
  }
}
