import { current } from '../world/current.js';
import { effects } from '../world/effects.js';
import { noteCall, noteMethod } from './foreign-calls.js';

// Called by instrumented code (see transform/instrumented.ts) at nearly all calls. They do something only while a loop
// is tested: what is called need not be looked at before.

/** The receiver of a method that is called. */
export function called<T>(object: T, key: PropertyKey | null): T {
  if (effects.watched) noteMethod(object, key);
  return object;
}

/** The last argument of a call; `key`: of a method of `callee`. */
export function calls<T>(value: T, site: number, callee: unknown, key?: PropertyKey | null): T {
  current.site = site;
  if (effects.watched) {
    if (key === undefined) noteCall(callee);
    else noteMethod(callee, key);
  }
  return value;
}

/** What is called without arguments. V8 would name the instrument in its error. */
export function callee<T>(value: T, name: string): T {
  if (typeof value !== 'function') throw new TypeError(`${name} is not a function`);
  if (effects.watched) noteCall(value);
  return value;
}

/** What may be a function that is called. */
export function callback<T>(value: T): T {
  if (effects.watched) noteCall(value);
  return value;
}
