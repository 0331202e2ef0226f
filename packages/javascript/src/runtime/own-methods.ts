import { types } from 'node:util';
import { PREFIX } from '../transform/own-names.js';

/** By prototype and key. */
const known = new WeakMap<object, Map<PropertyKey, boolean>>();

const functions = new WeakMap<object, boolean>();

/**
 * Is a method of an object surely instrumented? Then the object need not be recorded, which costs much more. Getters are
 * not called.
 */
export function isOwnMethod(object: object, key: PropertyKey): boolean {
  if (types.isProxy(object)) return false;
  if (Object.hasOwn(object, key)) return isOwnFunction(object, key);
  const prototype = Reflect.getPrototypeOf(object);
  if (prototype === null) return false;
  let keys = known.get(prototype);
  if (keys === undefined) known.set(prototype, (keys = new Map<PropertyKey, boolean>()));
  let isOwn = keys.get(key);
  if (isOwn === undefined) keys.set(key, (isOwn = isOwnMethod(prototype, key)));
  return isOwn;
}

function isOwnFunction(object: object, key: PropertyKey): boolean {
  const value: unknown = Reflect.getOwnPropertyDescriptor(object, key)?.value;
  if (typeof value !== 'function') return false;
  let isOwn = functions.get(value);
  if (isOwn === undefined) functions.set(value, (isOwn = Function.prototype.toString.call(value).includes(PREFIX)));
  return isOwn;
}
