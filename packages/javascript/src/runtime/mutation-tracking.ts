import { types } from '#host/types';
import { shared } from '../memory/views/views.js';
import { isOwnMethod } from './own-methods.js';
import { noteIterable, noteMethod } from './foreign-calls.js';
import { isIterator, remembered, rememberedProperty, rememberedValue } from './contents.js';
import { current, theWorld } from '../world/running/current.js';
import { effects } from '../world/time/effects.js';
import { isObject } from '../world/objects/is-object.js';

/** Stands for the whole object. */
const CONTENTS = Symbol('contents');

/**
 * Counts any change to a proxy as an effect: examining the proxy would call its traps, which the program could observe.
 */
function isUnexamined(object: object): boolean {
  if (!types.isProxy(object)) return false;
  effects.count++;
  return true;
}

/** Returns the object of a property about to be assigned. `key`: for a private property, a function that reads it. */
export function touch<T>(object: T, key: string | ((object: T) => unknown) | undefined): T {
  if (current.run === undefined || !isObject(object) || isUnexamined(object)) return object;
  if (ArrayBuffer.isView(object)) theWorld().context.marksViews = true;
  if (key === undefined) effects.count++;
  else if (typeof key === 'string') {
    current.run.mutations.note(object, key, () => rememberedProperty(object, key));
  } else {
    const text = `#${key.toString()}`;
    current.run.mutations.note(object, text, () => rememberedValue(() => readPrivate(object, key)));
  }
  return object;
}

/** Records an object that may be about to change. */
export function touched<T>(object: T, key?: PropertyKey | null): T {
  if (effects.watched && key !== undefined) noteMethod(object, key);
  if (current.run === undefined || !isObject(object) || shared(object) !== undefined) return object;
  if (isUnexamined(object)) return object;
  if (key !== undefined && key !== null && isOwnMethod(object, key)) return object;
  current.run.mutations.note(object, CONTENTS, () => remembered(object));
  return object;
}

/** Records the start of an iteration, which changes the position of an iterator. */
export function iterated<T>(value: T, site = current.site): T {
  current.site = site;
  if (current.run !== undefined && typeof value === 'object' && !Array.isArray(value)) noteIterated(value);
  return value;
}

function noteIterated(value: unknown): void {
  if (!isObject(value) || shared(value) !== undefined || isUnexamined(value)) return;
  if (isIterator(value)) touched(value);
  else if (effects.watched) noteIterable(value);
}

/** Returns undefined for a private field that does not exist yet. */
function readPrivate<T>(object: T, read: (object: T) => unknown): unknown {
  try {
    return read(object);
  } catch {
    return undefined;
  }
}
