import { isObject } from '../world/is-object.js';

/** By what was thrown: the module in which it was. */
const failed = new WeakMap<object, string>();

/** The evaluation of a module has thrown this, or that of one that it imports: then this is known already. */
export function noteFailedModule(thrown: unknown, file: string): void {
  if (isObject(thrown) && !failed.has(thrown)) failed.set(thrown, file);
}

/** The module whose evaluation has thrown this. */
export function failedModule(thrown: unknown): string | undefined {
  return isObject(thrown) ? failed.get(thrown) : undefined;
}
