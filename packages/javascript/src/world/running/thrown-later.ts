import { theWorld } from './current.js';

/**
 * Ends the running thread with this error, soon after. Node's event targets likewise do not propagate an exception of a
 * listener, but end the process with it soon after.
 */
export function throwSoon(error: unknown): void {
  theWorld().loop.enqueueTick(() => {
    throw error;
  });
}

/** Does the same if a listener returns a promise that is rejected, like Node. */
export function throwRejection(result: unknown): void {
  if (result === undefined || result === null) return;
  const { then } = result as { readonly then?: unknown };
  if (typeof then === 'function') Reflect.apply(then, result, [undefined, throwSoon]);
}
