import { isChanging } from '../transform/accesses/mutating-names.js';
import { current } from '../world/running/current.js';
import { isObject } from '../world/objects/is-object.js';
import { notesItself } from '../world/objects/self-noting.js';
import type { Segments } from '../world/time/segments.js';
import { recording } from '../world/time/segments.js';
import { called } from './examined-calls.js';
import { touched } from './mutation-tracking.js';
import {
  isOwn,
  isUnderstood,
  noteCall,
  noteDeep,
  noteIterator,
  noteRead,
  noteWhole,
  noteWrite,
} from './noted-accesses.js';

// Called by the code of checks with tasks (see transform/recording/record-accesses.ts).

type Callable = (...parameters: unknown[]) => unknown;
type Indexed = Readonly<Record<PropertyKey, unknown>>;

const { apply } = Reflect;

/** Calls a function, and notes its accesses if it is not instrumented. */
function callNoting(callee: Callable, self: unknown, given: unknown[]): unknown {
  const { segments } = recording;
  if (segments === undefined || isOwn(callee)) return apply(callee, self, given);
  noteCall(segments, callee, self, given);
  const result: unknown = apply(callee, self, given);
  noteIterator(callee, self, result);
  return result;
}

/** Returns a method to call later, with its receiver. */
function method(object: unknown, key: PropertyKey, text: string, site: number): Callable {
  const { segments } = recording;
  if (segments !== undefined && isObject(object)) noteRead(segments, object, key);
  return bound(object, key, (object as Indexed)[key], text, site);
}

function bound(object: unknown, key: PropertyKey, value: unknown, text: string, site: number): Callable {
  if (isChanging(String(key))) touched(object, key);
  else called(object, key);
  current.site = site;
  if (typeof value !== 'function') throw new TypeError(`${text} is not a function`);
  return (...given) => callNoting(value as Callable, object, given);
}

/**
 * Returns the receiver of a method that is called at once: the object, or one whose method notes what the native reads
 * and writes.
 */
function receiver(object: unknown, key: string, site: number): unknown {
  current.site = site;
  const { segments } = recording;
  if (segments === undefined || object === null || object === undefined) return object;
  const method = noteRead(segments, Object(object) as object, key);
  if (method === undefined || (typeof method === 'function' && isOwn(method))) return object;
  if (typeof method === 'function' && isUnderstood(method)) {
    if (isChanging(key)) touched(object, key);
    return { [key]: (...given: unknown[]) => callNoting(method as Callable, object, given) };
  }
  segments.everything();
  return object;
}

function noting(note: (segments: Segments, value: unknown) => void): <T>(value: T) => T {
  return (value) => {
    const { segments } = recording;
    if (segments !== undefined && isObject(value)) note(segments, value);
    return value;
  };
}

/** Sets the position of the next access. */
function at(site: number | undefined): void {
  if (site !== undefined) current.site = site;
}

/** Coercion of an object to a primitive value calls methods. */
function noteCoercion(segments: Segments, value: unknown): void {
  if (value instanceof Date) segments.readAll(value);
  else segments.everything();
}

const whole = noting(noteWhole);

/** Iterates over a value and notes each step. `mode`: 1: each item is destructured; 2: each step may access anything. */
function* steps(iterable: Iterable<unknown>, mode: number): Generator {
  const { segments } = recording;
  const note = (value?: unknown): void => {
    if (segments === undefined || segments !== recording.segments) return;
    if ((mode & 2) === 2) segments.everything();
    else noteWhole(segments, iterable);
    if ((mode & 1) === 1) noteDeep(segments, value);
  };
  note();
  for (const item of iterable) {
    note(item);
    yield item;
    note();
  }
}

/** See INSTRUMENTS in transform/text/instrumented.ts. */
export const segmentInstruments = {
  /** A new scope. */
  own: (): object => ({}),

  /** Reads a variable. */
  gv(scope: object | undefined, id: string, value: unknown, site?: number): unknown {
    const { segments } = recording;
    if (segments === undefined) return value;
    if (scope === undefined) segments.everything();
    else {
      at(site);
      segments.read(scope, id);
    }
    return value;
  },

  /** A variable was assigned. */
  sv(scope: object | undefined, id: string, value: unknown, site?: number): unknown {
    const { segments } = recording;
    if (segments === undefined) return value;
    if (scope === undefined) segments.everything();
    else {
      at(site);
      segments.write(scope, id, false);
    }
    return value;
  },

  /** Object of a property that is read. */
  g<T>(object: T, key: string, site: number): T {
    const { segments } = recording;
    if (segments !== undefined && isObject(object)) {
      at(site);
      if (key.startsWith('#')) segments.read(object, key);
      else noteRead(segments, object, key);
    }
    return object;
  },

  /** Object of a property that is assigned. */
  s<T>(object: T, key: string, site: number): T {
    const { segments } = recording;
    if (segments !== undefined && isObject(object)) {
      at(site);
      if (key.startsWith('#')) segments.write(object, key, false);
      else noteWrite(segments, object, key);
    }
    return object;
  },

  /** Object of a property that is deleted. */
  sd<T>(object: T, key: string, site: number): T {
    const { segments } = recording;
    at(site);
    if (segments !== undefined && isObject(object)) noteWrite(segments, object, key, true);
    return object;
  },

  /** Assigns a property. */
  put<T>(object: unknown, key: string, value: T): T {
    const { segments } = recording;
    if (segments !== undefined && isObject(object)) noteWrite(segments, object, key);
    touched(object);
    (object as Record<string, unknown>)[key] = value;
    return value;
  },

  /** The receiver of a method to call. */
  c: receiver,

  /** A method to call later, or with a computed name. */
  cc: method,

  /** A private method to call. */
  cp(object: object, key: string, get: (object: object) => unknown, site: number): Callable {
    recording.segments?.read(object, key);
    return bound(object, key, get(object), key, site);
  },

  /** A function to call. */
  f(callee: unknown, text: string, site: number): unknown {
    current.site = site;
    if (typeof callee !== 'function') throw new TypeError(`${text} is not a function`);
    const { segments } = recording;
    if (segments === undefined || isOwn(callee)) return callee;
    if (isUnderstood(callee)) return (...given: unknown[]) => callNoting(callee as Callable, undefined, given);
    segments.everything();
    return callee;
  },

  /** A function to call later. */
  fc(callee: unknown, text: string, site: number): unknown {
    current.site = site;
    if (typeof callee !== 'function') throw new TypeError(`${text} is not a function`);
    if (recording.segments === undefined || isOwn(callee)) return callee;
    return (...given: unknown[]) => callNoting(callee as Callable, undefined, given);
  },

  /** A function to call, if there is one. */
  fo(callee: unknown, text: string, site: number): unknown {
    return callee === null || callee === undefined ? undefined : segmentInstruments.f(callee, text, site);
  },

  /** A class of which an object is made. */
  n<T>(constructor: T): T {
    const { segments } = recording;
    if (segments === undefined) return constructor;
    // A native base class gets the arguments.
    for (let at: unknown = constructor; at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
      if (isObject(at) && (isOwn(at) || notesItself(at))) continue;
      segments.everything();
      break;
    }
    return constructor;
  },

  /** Anything may be accessed. */
  all(...values: readonly unknown[]): unknown {
    recording.segments?.everything();
    return values.at(-1);
  },

  last: (...values: readonly unknown[]): unknown => values.at(-1),

  id: <T>(value: T): T => value,

  /** Everything in a value is read, one level deep. */
  w: whole,

  /** Everything in a value is read. */
  d: noting(noteDeep),

  /** Properties of a value are read. */
  pr<T>(value: T, ...keys: readonly string[]): T {
    const { segments } = recording;
    if (segments !== undefined && isObject(value)) for (const key of keys) noteRead(segments, value, key);
    return value;
  },

  /** A value to iterate over, with awaits in between. */
  it(iterable: unknown, mode: number): unknown {
    const isIterable = isObject(iterable) && typeof Reflect.get(iterable, Symbol.iterator) === 'function';
    if (recording.segments === undefined || !isIterable) return iterable;
    return steps(iterable as Iterable<unknown>, mode);
  },

  /** A value that an operator coerces. */
  k: noting(noteCoercion),
};
