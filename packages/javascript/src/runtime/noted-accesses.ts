import { types } from '#host/types';
import { boundBy } from '../memory/natives/bound-functions.js';
import { undisguised } from '../memory/views/replace.js';
import { PREFIX } from '../transform/text/own-names.js';
import { emittedText } from '../world/objects/emitted-text.js';
import { isObject } from '../world/objects/is-object.js';
import { notesItself, stubOf } from '../world/objects/self-noting.js';
import type { Segments } from '../world/time/segments.js';
import { noting, recording } from '../world/time/segments.js';
import { intrinsics } from './intrinsics.js';

// Notes what the code of tasks reads and writes, for the reduction of orders (see `Segments`). What is unknown counts as an
// access to everything.

type Callable = (...parameters: unknown[]) => unknown;

/** Originals: the replacements do more. */
const { getOwnPropertyDescriptor: describe, hasOwn } = Object;
const { getPrototypeOf, ownKeys, apply } = Reflect;

/** Larger structures are not searched. */
const MOST = 1000;

/** The collections over which native iterators run. */
const sources = new WeakMap<object, object>();

const owned = new WeakMap<object, boolean>();

/** Returns whether the function is instrumented: then it notes its own accesses. */
export function isOwn(callee: object): boolean {
  let isKnown = owned.get(callee);
  if (isKnown === undefined) owned.set(callee, (isKnown = emittedText(callee).includes(PREFIX)));
  return isKnown;
}

/**
 * Notes that a property is read, with all prototypes on the way. Returns its value; undefined if there is none, or null if
 * it is not known: no getter is called.
 */
export function noteRead(segments: Segments, object: object, key: PropertyKey): unknown {
  for (let at: object | null = object; at !== null; at = getPrototypeOf(at)) {
    if (types.isProxy(at)) {
      const stub = stubOf(at);
      // The methods of a stub become functions that note their accesses.
      if (stub !== undefined) return noteRead(segments, stub, key) === null ? null : undefined;
      segments.everything();
      return null;
    }
    if (hasHiddenKeys(at)) segments.readAll(at);
    else segments.read(at, key);
    if (!hasOwn(at, key)) continue;
    const { get, value } = describe(at, key) as { readonly get?: object; readonly value?: unknown };
    if (get === undefined) return value;
    noteGetter(segments, object, key, get);
    return null;
  }
  return undefined;
}

function noteGetter(segments: Segments, object: object, key: PropertyKey, get: object): void {
  if (isOwn(get) || notesItself(get) || key === 'stack') return;
  if (key === 'size' && (object instanceof Map || object instanceof Set)) segments.readAll(object);
  else if (!ArrayBuffer.isView(object)) segments.everything();
}

/** An array's length depends on its elements, and several views may show the same bytes. */
function hasHiddenKeys(object: object): boolean {
  return Array.isArray(object);
}

/** Notes that a property is assigned or deleted. */
export function noteWrite(segments: Segments, object: object, key: PropertyKey, deletes = false): void {
  if (isUnusual(object, key)) segments.everything();
  else if (hasHiddenKeys(object)) segments.writeAll(object);
  else {
    if (!hasOwn(object, key)) noteRead(segments, object, key); // there may be a setter
    segments.write(object, key, deletes || !hasOwn(object, key));
  }
}

function isUnusual(object: object, key: PropertyKey): boolean {
  return (
    types.isProxy(object) ||
    ArrayBuffer.isView(object) ||
    object === globalThis ||
    key === 'prototype' ||
    key === '__proto__' ||
    hasForeignSetter(object, key)
  );
}

function hasForeignSetter(object: object, key: PropertyKey): boolean {
  for (let at: object | null = object; at !== null; at = getPrototypeOf(at)) {
    const property = describe(at, key);
    if (property === undefined) continue;
    const set: unknown = Reflect.get(property, 'set');
    return set !== undefined && !isOwn(set as object);
  }
  return false;
}

/** Notes that everything in an object is read, one level deep. */
export function noteWhole(segments: Segments, value: unknown): void {
  if (!isObject(value)) return;
  const source = sources.get(value);
  if (source !== undefined) {
    segments.readAll(source);
    segments.writeAll(value);
  } else if (types.isGeneratorObject(value)) segments.writeAll(value);
  else if (isPlain(value)) segments.readAll(value);
  else segments.everything();
}

/** Returns whether an object shows everything to a reader that calls no getter: a list, a collection, a plain object. */
function isPlain(value: object): boolean {
  if (types.isProxy(value)) return false;
  const prototype = getPrototypeOf(value);
  if (Array.isArray(value)) return prototype === Array.prototype;
  if (value instanceof Map) return prototype === Map.prototype;
  if (value instanceof Set) return prototype === Set.prototype;
  if (Symbol.iterator in value || typeof value === 'function') return false;
  return ownKeys(value).every((key) => describe(value, key)?.get === undefined);
}

/** Notes that everything in an object is read, and all objects in it. */
export function noteDeep(segments: Segments, value: unknown): void {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!isObject(next) || seen.has(next)) continue;
    if (seen.size > MOST || (typeof next === 'object' && !isPlain(next))) {
      segments.everything();
      return;
    }
    seen.add(next);
    segments.readAll(next);
    if (typeof next === 'function') continue;
    if (next instanceof Map) open.push(...next.keys(), ...next.values());
    else if (next instanceof Set) open.push(...next);
    else for (const key of ownKeys(next)) open.push(describe(next, key)?.value);
  }
}

/** Returns whether the accesses of a function that is not instrumented follow from its arguments. */
export function isUnderstood(callee: object): boolean {
  if (notesItself(callee) || boundBy(callee) !== undefined) return true;
  const owner = intrinsics().get(undisguised(callee) ?? callee);
  return owner !== undefined && NATIVES.has(owner);
}

/** Notes a call of any function, when its arguments are known. */
export function noteCall(segments: Segments, callee: object, self: unknown, given: readonly unknown[]): void {
  if (isOwn(callee)) return;
  if (notesItself(callee)) {
    if (/^(?:all|any|race)/.test((callee as Callable).name) && given.length > 0) noteWhole(segments, given[0]);
    return;
  }
  const target = boundBy(callee);
  if (target !== undefined) {
    if (!isOwn(target)) segments.everything();
    return;
  }
  const native = (undisguised(callee) ?? callee) as Callable;
  const owner = intrinsics().get(native);
  const note = owner === undefined ? undefined : NATIVES.get(owner);
  if (note === undefined || !given.every(isCallableHere)) segments.everything();
  else if (!note(segments, native.name, self, given)) segments.everything();
}

/** Returns whether a native may call the value, if it is a function. */
function isCallableHere(value: unknown): boolean {
  if (typeof value !== 'function') return true;
  return isOwn(value) || notesItself(value) || PURE.has(intrinsics().get(undisguised(value) ?? value) ?? '');
}

const PURE: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'Math', 'BigInt', 'parseInt', 'parseFloat']);

/** Notes the accesses of a native. Returns false if they are not known. */
type Note = (segments: Segments, name: string, self: unknown, given: readonly unknown[]) => boolean;

const ITERATORS = /^(?:keys|values|entries)$/;

/** Notes that an iterator runs over a collection. */
export function noteIterator(callee: Callable, self: unknown, result: unknown): void {
  if (isObject(self) && isObject(result) && ITERATORS.test(callee.name)) sources.set(result, self);
}

function hasOf(prototype: object): Callable {
  return Reflect.get(prototype, 'has') as Callable;
}

const collection: Note = (segments, name, self, [key]) => {
  const isMap = self instanceof Map || self instanceof WeakMap;
  if (!isMap && !(self instanceof Set) && !(self instanceof WeakSet)) return false;
  switch (name) {
    case 'get':
    case 'has':
      segments.read(self, key);
      return true;
    case 'set':
    case 'add': {
      const isNew = !apply(self instanceof Map ? has.map : self instanceof Set ? has.set : isMap ? has.weakMap : has.weakSet, self, [key]); // prettier-ignore
      if (isNew || name === 'set') segments.write(self, key, isNew);
      else segments.read(self, key);
      return true;
    }
    case 'delete':
      segments.write(self, key, true);
      return true;
    case 'clear':
      segments.writeAll(self);
      return true;
    case 'forEach':
    case 'keys':
    case 'values':
    case 'entries':
      segments.readAll(self);
      return true;
    default:
      return false;
  }
};
const has = {
  map: hasOf(Map.prototype),
  set: hasOf(Set.prototype),
  weakMap: hasOf(WeakMap.prototype),
  weakSet: hasOf(WeakSet.prototype),
};

const CHANGES_LIST = /^(?:push|pop|shift|unshift|splice|reverse|fill|copyWithin)$/;
const READS_LIST =
  /^(?:at|concat|entries|every|filter|find|findIndex|findLast|findLastIndex|flatMap|forEach|includes|indexOf|keys|lastIndexOf|map|reduce|reduceRight|slice|some|toReversed|toSpliced|values|with)$/;

const list: Note = (segments, name, self, given) => {
  if (name === 'isArray' || name === 'of') return true;
  if (name === 'from') {
    if (!isObject(given[0])) return true;
    noteWhole(segments, given[0]);
    return true;
  }
  if (!Array.isArray(self) || !isPlain(self)) return false;
  const isOfPrimitives = name === 'join' || name === 'sort' || name === 'toSorted';
  if (isOfPrimitives && typeof given[0] !== 'function' && self.some(isObject)) return false;
  if (CHANGES_LIST.test(name) || name === 'sort') segments.writeAll(self);
  else if (READS_LIST.test(name) || isOfPrimitives) segments.readAll(self);
  else return false;
  if (name === 'concat') for (const one of given) if (isObject(one)) noteWhole(segments, one);
  return true;
};

const READS_OBJECT = /^(?:keys|values|entries|getOwnPropertyNames|isFrozen|isSealed|isExtensible|fromEntries)$/;

const object: Note = (segments, name, self, given) => {
  const [first, key] = given;
  if (name === 'is' || name === 'getPrototypeOf' || (name === 'create' && given.length === 1)) return true;
  if (name === 'hasOwn' || name === 'hasOwnProperty') {
    const owner = name === 'hasOwn' ? first : self;
    if (isObject(key) || !isObject(owner)) return false;
    noteRead(segments, owner, (name === 'hasOwn' ? key : first) as PropertyKey);
    return true;
  }
  if (READS_OBJECT.test(name)) {
    if (name === 'fromEntries') noteDeep(segments, first);
    else noteWhole(segments, first);
    return true;
  }
  if (name === 'freeze' || name === 'seal' || name === 'assign') {
    if (!isObject(first) || !isPlain(first)) return false;
    segments.writeAll(first);
    for (const one of given.slice(1)) noteWhole(segments, one);
    return true;
  }
  return false;
};

/** Functions of primitive values. Regular expressions keep a position. */
const primitive: Note = (segments, name, self, given) => {
  if (name === 'random') return false;
  for (const value of [self === Math || typeof self === 'function' ? undefined : self, ...given]) {
    if (value instanceof RegExp) segments.writeAll(value);
    else if (typeof value !== 'function' && isObject(value)) return false;
  }
  return true;
};

const NATIVES: ReadonlyMap<string, Note> = new Map<string, Note>([
  ['Map', collection],
  ['Set', collection],
  ['WeakMap', collection],
  ['WeakSet', collection],
  ['Array', list],
  ['Object', object],
  ...[...PURE, 'Symbol', 'RegExp', 'isNaN', 'isFinite', 'encodeURIComponent', 'decodeURIComponent'].map(
    (name): [string, Note] => [name, primitive],
  ),
  [
    'JSON',
    (segments, _, _self, [value]) => {
      noteDeep(segments, value);
      return true;
    },
  ],
  [
    'Function',
    (segments, name, self, given) => {
      if (typeof self !== 'function') return false;
      if (name === 'bind') return true;
      if (name !== 'call' && name !== 'apply') return false;
      const [to, ...rest] = given;
      if (name === 'apply') noteWhole(segments, rest[0]);
      const values = name === 'call' ? rest : Array.isArray(rest[0]) ? rest[0] : [];
      noteCall(segments, self, to, values);
      return true;
    },
  ],
  ['Error', (_, name) => name !== 'captureStackTrace'],
]);

noting.read = (object, key) => {
  if (recording.segments !== undefined) noteRead(recording.segments, object, key);
};
noting.write = (object, key) => {
  if (recording.segments !== undefined) noteWrite(recording.segments, object, key);
};
noting.called = (callee, given) => {
  if (recording.segments !== undefined) noteCall(recording.segments, callee, undefined, given);
};
