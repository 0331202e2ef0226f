import { current } from '../world/running/current.js';
import { effects } from '../world/time/effects.js';
import { noteCall, noteMethod } from './foreign-calls.js';

// Called by instrumented code (see transform/instrumented.ts) at nearly all calls. These functions act only while a
// loop is tested; before that, callees need not be examined.

/** Examines a method call; returns its receiver. */
export function called<T>(object: T, key: PropertyKey | null): T {
  if (effects.watched) noteMethod(object, key);
  return object;
}

/** Examines a call; returns its last argument. `key`: name, if a method of `callee` is called. */
export function calls<T>(value: T, site: number, callee: unknown, key?: PropertyKey | null): T {
  current.site = site;
  if (effects.watched) {
    if (key === undefined) noteCall(callee);
    else noteMethod(callee, key);
  }
  return value;
}

/** Examines a function called without arguments. Checks its type, because V8 would name the instrument in its error. */
export function callee<T>(value: T, name: string): T {
  if (typeof value !== 'function') throw new TypeError(`${name} is not a function`);
  if (effects.watched) noteCall(value);
  return value;
}

/** Examines a value that may be a function that will be called. */
export function callback<T>(value: T): T {
  if (effects.watched) noteCall(value);
  return value;
}
