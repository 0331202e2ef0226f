import type { FencepostError } from '@fencepost/core';
import { current } from './current.js';
import { refusal } from './refusal.js';

/** Returns the error for something at the current site of instrumented code that cannot be modelled. */
export function unsupported(message: string, hint?: string): FencepostError {
  return refusal(current.world?.context.siteOf(current.site), message, hint);
}

/** Returns a function that refuses to be called or constructed. */
export function refused(name: string, hint: string): () => never {
  return function () {
    throw unsupported(`${name} is not supported`, hint);
  };
}

/**
 * Returns an object that refuses any use of its properties. Methods of the real object are refused when they are
 * called, as only then the site is known.
 */
export function refusedObject(name: string, hint: string, real: object): object {
  const refuse = refused(name, hint);
  return new Proxy(
    {},
    {
      get: (_, key) => (typeof Reflect.get(real, key) === 'function' ? refuse : refuse()),
      set: refuse,
      has: refuse,
      ownKeys: refuse,
      deleteProperty: refuse,
    },
  );
}
