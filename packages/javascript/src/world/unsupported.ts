import type { FencepostError } from '@fencepost/core';
import { current } from './current.js';
import { refusal } from './refusal.js';

/** The error for something in instrumented code, at its current place, that cannot be modelled. */
export function unsupported(message: string, hint?: string): FencepostError {
  return refusal(current.world?.context.siteOf(current.site), message, hint);
}

/** Refuses to be called or constructed. */
export function refused(name: string, hint: string): () => never {
  return function () {
    throw unsupported(`${name} is not supported`, hint);
  };
}

/**
 * Refuses any use of its properties. Methods of the real object are refused when they are called, as only then the
 * place is known.
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
