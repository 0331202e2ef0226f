import { theWorld } from './current.js';

/**
 * Node's event targets do not propagate what a listener throws, but end the process with it soon after. Here it ends
 * the running thread, soon after.
 */
export function throwSoon(error: unknown): void {
  theWorld().loop.enqueueTick(() => {
    throw error;
  });
}

/** They do so, too, if a listener returns a promise that is rejected. */
export function throwRejection(result: unknown): void {
  if (result === undefined || result === null) return;
  const { then } = result as { readonly then?: unknown };
  if (typeof then === 'function') Reflect.apply(then, result, [undefined, throwSoon]);
}
