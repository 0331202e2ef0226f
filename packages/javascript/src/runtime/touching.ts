import { shared } from '../memory/views.js';
import { remembered, rememberedProperty, rememberedValue } from './contents.js';
import { current, theWorld } from '../world/current.js';
import { effects } from '../world/effects.js';
import { isObject } from '../world/is-object.js';

/** All of an object. */
const CONTENTS = Symbol('contents');

/** The object of a property about to be assigned. `key`: for a private one, a function that reads it. */
export function touch<T>(object: T, key: string | ((object: T) => unknown) | undefined): T {
  if (current.run === undefined || !isObject(object)) return object;
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

/** An object that may be about to change. */
export function touched<T>(object: T): T {
  if (current.run === undefined || !isObject(object) || shared(object) !== undefined) return object;
  current.run.mutations.note(object, CONTENTS, () => remembered(object));
  return object;
}

/** A field that does not exist yet has no value. */
function readPrivate<T>(object: T, read: (object: T) => unknown): unknown {
  try {
    return read(object);
  } catch {
    return undefined;
  }
}
