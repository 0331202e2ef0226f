import { current } from '../world/current.js';

/** A function of the process as it was. */
export type Native = (this: unknown, ...args: readonly unknown[]) => unknown;

// Natives are called by these, as `call` and `apply` are replaced, too.
export const { apply: callNative, construct: constructNative } = Reflect;

/** What a native does visibly. Undefined: nothing in this call is shared, and the native does it. */
export type Visible = (
  native: Native,
  self: unknown,
  args: readonly unknown[],
) => { readonly result: unknown } | undefined;

/**
 * Replaces a native function of the whole process. Outside of threads it is called at once; in a thread unless `visible`
 * does its work. Name and length stay.
 */
export function replace(owner: object, key: PropertyKey, visible: Visible): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined || typeof descriptor.value !== 'function') return;
  const native = descriptor.value as Native;
  const replacement = method((self, args) => {
    if (current.run === undefined) return callNative(native, self, args);
    const done = visible(native, self, args);
    return done === undefined ? callNative(native, self, args) : done.result;
  });
  Object.defineProperty(owner, key, { ...descriptor, value: disguised(native, replacement) });
}

/** A function that cannot be constructed, as natives are. */
export function method(body: (self: unknown, args: readonly unknown[]) => unknown): Native {
  const holder: { readonly method: Native } = {
    method(...args) {
      return body(this, args);
    },
  };
  return holder.method;
}

/** Gives a replacement the name and length of the native. */
export function disguised<T extends object>(native: Native, replacement: T): T {
  Object.defineProperty(replacement, 'name', { value: native.name, configurable: true });
  return Object.defineProperty(replacement, 'length', { value: native.length, configurable: true });
}
