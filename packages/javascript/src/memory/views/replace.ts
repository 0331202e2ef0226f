import { current } from '../../world/running/current.js';

/** An original function of the process. */
export type Native = (this: unknown, ...args: readonly unknown[]) => unknown;

// Natives are called through these, because `call` and `apply` are also replaced.
export const { apply: callNative, construct: constructNative } = Reflect;

/** The visible version of a native. Returns undefined if no argument of the call is shared; then the native runs. */
export type Visible = (
  native: Native,
  self: unknown,
  args: readonly unknown[],
) => { readonly result: unknown } | undefined;

/**
 * Replaces a native function of the whole process. Outside threads the original is called directly; in a thread, only
 * if `visible` returns undefined. Name and length are kept.
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

/** Returns a function that cannot be called with `new`, like natives. */
export function method(body: (self: unknown, args: readonly unknown[]) => unknown): Native {
  const holder: { readonly method: Native } = {
    method(...args) {
      return body(this, args);
    },
  };
  return holder.method;
}

const disguises = new WeakMap<object, Native>();

/** Returns the native that this function replaces. */
export function undisguised(replacement: object): Native | undefined {
  return disguises.get(replacement);
}

/**
 * Gives a replacement the name and length of the native. Registers it, so that `toString` can return the native's text.
 */
export function disguised<T extends object>(native: Native, replacement: T): T {
  disguises.set(replacement, native);
  Object.defineProperty(replacement, 'name', { value: native.name, configurable: true });
  return Object.defineProperty(replacement, 'length', { value: native.length, configurable: true });
}
