import { types } from '#host/types';
import { emittedText } from '../world/objects/emitted-text.js';
import { PREFIX } from '../transform/text/own-names.js';

const functions = new WeakMap<object, boolean>();

/**
 * Returns whether a method of an object is certainly instrumented. Then the object need not be recorded, which costs
 * much more. Does not call getters.
 */
export function isOwnMethod(object: object, key: PropertyKey): boolean {
  for (let owner: object | null = object; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    if (types.isProxy(owner)) return false;
    const property = Reflect.getOwnPropertyDescriptor(owner, key);
    if (property !== undefined) return typeof property.value === 'function' && isInstrumented(property.value as object);
  }
  return false;
}

/** Returns whether the function's text contains names of the instrumentation. */
function isInstrumented(callee: object): boolean {
  let isOwn = functions.get(callee);
  if (isOwn === undefined) functions.set(callee, (isOwn = emittedText(callee).includes(PREFIX)));
  return isOwn;
}
