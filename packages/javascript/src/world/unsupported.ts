import type { FencepostError } from '@fencepost/core';
import { current } from './current.js';
import { refusal } from './refusal.js';

/** Something that instrumented code does, at the place where it runs now, and that cannot be modelled. */
export function unsupported(message: string, hint?: string): FencepostError {
  return refusal(current.world?.context.siteOf(current.site), message, hint);
}

/** Can be called and constructed, and refuses both. */
export function refused(name: string, hint: string): () => never {
  return function () {
    throw unsupported(`${name} is not supported`, hint);
  };
}

/**
 * Refuses whatever is done with its properties. What is a method of the real object is refused when it is called, as only
 * then the place is known.
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
