import { current } from '../world/current.js';

/** An original function of the process. */
export type Native = (this: unknown, ...args: readonly unknown[]) => unknown;

// Natives are called through these, as `call` and `apply` are replaced, too.
export const { apply: callNative, construct: constructNative } = Reflect;

/** The visible version of a native. Undefined: nothing in this call is shared, and the native runs. */
export type Visible = (
  native: Native,
  self: unknown,
  args: readonly unknown[],
) => { readonly result: unknown } | undefined;

/**
 * Replaces a native function of the whole process. Outside threads the original is called directly; in a thread unless
 * `visible` does its work. Name and length are kept.
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

/** A function that cannot be constructed, like natives. */
export function method(body: (self: unknown, args: readonly unknown[]) => unknown): Native {
  const holder: { readonly method: Native } = {
    method(...args) {
      return body(this, args);
    },
  };
  return holder.method;
}

const disguises = new WeakMap<object, Native>();

/** The native in place of which a function is. */
export function undisguised(replacement: object): Native | undefined {
  return disguises.get(replacement);
}

/** Gives a replacement the name and length of the native, and its text where functions have theirs. */
export function disguised<T extends object>(native: Native, replacement: T): T {
  disguises.set(replacement, native);
  Object.defineProperty(replacement, 'name', { value: native.name, configurable: true });
  return Object.defineProperty(replacement, 'length', { value: native.length, configurable: true });
}
