import { current, theWorld } from '../../world/running/current.js';
import { effects } from '../../world/time/effects.js';
import { indexOfKey, propertyKey, readElement, writeElement } from '../views/visible-accesses.js';
import { standIn } from '../views/stand-in.js';
import { standInFor, visibleArguments } from '../natives/constructors.js';
import { unsupported } from '../../world/running/unsupported.js';
import { isSharedBuffer, shared, visible } from '../views/views.js';
import { giveName } from '../../world/objects/given-names.js';
import { isObject } from '../../world/objects/is-object.js';
import { noting, recording } from '../../world/time/segments.js';

// Called by instrumented code (see transform/instrumented.ts). Hot functions are small, so that V8 inlines them.

type Indexed = Record<PropertyKey, unknown>;

/** `object[key]` */
export function r(object: Indexed, key: PropertyKey, site: number): unknown {
  if (recording.segments !== undefined) noteElement(object, key, noting.read);
  if (shared(object) === undefined || current.run === undefined) return object[key];
  return readVisibly(object, key, site);
}

function noteElement(object: unknown, key: unknown, note: typeof noting.read): void {
  if (!isObject(object)) return;
  if (isObject(key) || shared(object) !== undefined) recording.segments!.everything();
  else note(object, typeof key === 'symbol' ? key : String(key));
}

function readVisibly(object: Indexed, computed: unknown, site: number): unknown {
  current.site = site;
  const key = propertyKey(computed);
  const index = indexOfKey(key);
  return index === undefined ? object[key] : readElement(shared(object)!, index);
}

/** `object[key] = value` */
export function w<T>(object: Indexed, key: PropertyKey, value: T, site: number): T {
  if (recording.segments !== undefined) noteElement(object, key, noting.write);
  if (current.run !== undefined) return writeInThread(object, key, value, site);
  shared(object);
  object[key] = value;
  return value;
}

function writeInThread<T>(object: Indexed, computed: PropertyKey, value: T, site: number): T {
  const view = shared(object);
  if (view === undefined) {
    // A loop that only rewrites the same values may wait. Only views and arrays are read here: reading other objects
    // may have side effects.
    const isPlain = ArrayBuffer.isView(object) || Array.isArray(object);
    if (!isPlain || !Object.is((object as Indexed)[computed], value)) effects.count++;
    object[computed] = value;
    return value;
  }
  current.site = site;
  const key = propertyKey(computed);
  const index = indexOfKey(key);
  if (index === undefined) object[key] = value;
  else writeElement(view, index, value);
  return value;
}

/** `object[key]++` and the like. */
export function inc(object: Indexed, computed: unknown, by: 1 | -1, prefix: boolean, site: number): unknown {
  const key = propertyKey(computed);
  let next = r(object, key, site) as number;
  const old = by === 1 ? next++ : next--;
  w(object, key, next, site);
  return prefix ? next : old;
}

class Reference {
  private readonly object: Indexed;
  private readonly key: PropertyKey;
  private readonly site: number;

  constructor(object: Indexed, key: PropertyKey, site: number) {
    this.object = object;
    this.key = key;
    this.site = site;
  }

  get v(): unknown {
    return r(this.object, this.key, this.site);
  }

  set v(value: unknown) {
    w(this.object, this.key, value, this.site);
  }
}

/** Returns an object whose `v` is `object[key]`. */
export function ref(object: Indexed, key: unknown, site: number): { v: unknown } {
  return new Reference(object, propertyKey(key), site);
}

/** Wraps the value of an object pattern. */
export function pat(value: unknown, site: number): unknown {
  const view = visible(value);
  if (view === undefined) return value;
  current.site = site;
  return standIn(view);
}

/** Sets the site of the natives called next. */
export function at<T>(value: T, site: number): T {
  current.site = site;
  return value;
}

/** Returns the first argument of `new constructor(value, …)`, or a visible copy of it. */
export function arg(constructor: unknown, value: unknown, site: number): unknown {
  current.site = site;
  if (current.run === undefined || typeof value !== 'object' || value === null) return value;
  return visibleArguments(constructor, [value])[0];
}

/** Evaluates `new constructor(...values)` with spread arguments. */
export function cons(
  constructor: new (...values: readonly unknown[]) => unknown,
  site: number,
  ...values: readonly unknown[]
): unknown {
  current.site = site;
  return new constructor(...visibleArguments(constructor, values));
}

/** Returns the base class of a class, or its stand-in. */
export function base<T>(constructor: T): T {
  return standInFor(constructor);
}

/** Checks the key of a field in a derived class. */
export function field(key: unknown): PropertyKey {
  const property = propertyKey(key);
  if (indexOfKey(property) === undefined) return property;
  throw unsupported(
    `the field ${String(property)} of a class that extends another one may be an element of a typed array`,
    'assign it in the constructor',
  );
}

/** Gives a buffer or a mock function the user's name for it. */
export function name<T>(value: T, text: string): T {
  if (isSharedBuffer(value)) theWorld().bufferOf(value).name = text;
  else if (typeof value === 'function') giveName(value, text);
  return value;
}
