import { isObject } from '../world/objects/is-object.js';

/** Maps a thrown object to the module whose evaluation threw it. */
const failed = new WeakMap<object, string>();

/**
 * Records the module whose evaluation threw this object. If an imported module threw it, that module is already
 * recorded and stays.
 */
export function noteFailedModule(thrown: unknown, file: string): void {
  if (isObject(thrown) && !failed.has(thrown)) failed.set(thrown, file);
}

/** Returns the module whose evaluation threw this object. */
export function failedModule(thrown: unknown): string | undefined {
  return isObject(thrown) ? failed.get(thrown) : undefined;
}
