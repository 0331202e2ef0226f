import { EventEmitter } from '#host/emitter';
import { isStateful } from './hidden-state.js';

/** Larger objects are not compared. */
const MOST = 1000;

/** Originals: the replacements search for shared memory. */
const { getOwnPropertyDescriptor: describe, values } = Object;

/** Missing from the type definitions of the language and of Node. */
const { Global, Memory, Table } = Reflect.get(globalThis, 'WebAssembly') as Readonly<
  Record<'Global' | 'Memory' | 'Table', abstract new () => { readonly value: unknown }>
>;

/** Returns whether an object has state that its properties do not show. */
function hides(object: object): boolean {
  return object instanceof ArrayBuffer || isStateful(object);
}

const ALWAYS_DIFFERENT = (): boolean => false;

/** Records the content of an object, one level deep; returns a function that checks whether it is unchanged. */
export function remembered(object: object): () => boolean {
  if (ArrayBuffer.isView(object)) return rememberedBytes(object);
  if (object instanceof Map || object instanceof Set) return rememberedEntries(object);
  // The position of an iterator cannot be observed.
  if (object instanceof WeakMap || object instanceof WeakSet || isIterator(object)) return ALWAYS_DIFFERENT;
  if (object instanceof Table || object instanceof Memory || hides(object)) return ALWAYS_DIFFERENT;
  if (object instanceof EventEmitter) return rememberedListeners(object);
  if (object instanceof Date) return rememberedValue(() => Number(object));
  return rememberedProperties(object);
}

/** Returns a function that checks whether a property still has its current value. Does not call getters. */
export function rememberedProperty(object: object, key: PropertyKey): () => boolean {
  if (object instanceof Global && key === 'value') return rememberedValue(() => object.value);
  if (hides(object) && !Object.hasOwn(object, key)) return ALWAYS_DIFFERENT;
  if (key === '__proto__') return rememberedValue(() => Reflect.getPrototypeOf(object));
  const value = (): unknown => Reflect.getOwnPropertyDescriptor(object, key)?.value;
  const had = Object.hasOwn(object, key);
  const same = rememberedValue(value);
  return () => Object.hasOwn(object, key) === had && same();
}

/** Returns a function that checks whether `value` still returns its current result. */
export function rememberedValue(value: () => unknown): () => boolean {
  const before = value();
  return () => Object.is(value(), before);
}

/** Returns whether the object is an iterator, whose position cannot be observed. */
export function isIterator(object: object): boolean {
  return Symbol.iterator in object && 'next' in object && typeof object.next === 'function';
}

function rememberedBytes(view: ArrayBufferView): () => boolean {
  if (view.byteLength > 8 * MOST) return ALWAYS_DIFFERENT;
  const bytes = (): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const before = Array.from(bytes());
  return () => {
    const now = bytes();
    return now.length === before.length && before.every((byte, i) => now[i] === byte);
  };
}

function rememberedEntries(collection: ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>): () => boolean {
  if (collection.size > MOST) return ALWAYS_DIFFERENT;
  const entries = (): unknown[] => [...collection.entries()].flatMap(([key, value]): unknown[] => [key, value]);
  return rememberedList(entries);
}

/** Records everything that `Object` and `Reflect` return about the object. Does not call getters. */
function rememberedProperties(object: object): () => boolean {
  if (Reflect.ownKeys(object).length > MOST) return ALWAYS_DIFFERENT;
  return rememberedList(() => [
    Reflect.getPrototypeOf(object),
    Reflect.isExtensible(object),
    ...Reflect.ownKeys(object).flatMap((key) => [key, ...attributesOf(object, key)]),
  ]);
}

/** Returns the value of a property, or its getter and setter, and its flags. */
export function attributesOf(object: object, key: PropertyKey): readonly unknown[] {
  return values(describe(object, key) ?? {}) as readonly unknown[];
}

/** Records listeners separately: the properties show only the number of events. */
function rememberedListeners(emitter: object): () => boolean {
  // Methods overridden in a subclass may do more.
  const methods = EventEmitter.prototype;
  const listeners = rememberedList(() =>
    methods.eventNames
      .call(emitter as EventEmitter)
      .flatMap((name): unknown[] => [name, ...methods.rawListeners.call(emitter as EventEmitter, name)]),
  );
  const properties = rememberedProperties(emitter);
  return () => listeners() && properties();
}

function rememberedList(list: () => readonly unknown[]): () => boolean {
  const before = list();
  return () => {
    const now = list();
    return now.length === before.length && now.every((value, i) => Object.is(value, before[i]));
  };
}
