import { types } from '#host/types';
import { isSharedBuffer } from '../memory/views.js';
import { current } from '../world/current.js';
import { noteEffect } from '../world/effects.js';
import { isPlainObject } from '../world/is-object.js';
import { unsupported } from '../world/unsupported.js';

/** A module that Node loads exists once per process, and so does its guard. */
const guards = new WeakMap<object, object>();

/**
 * The exports of a package that is not instrumented. It must not get shared memory: its accesses would be invisible,
 * and the check would report it as safe. Checks of the end may pass it anything.
 */
export function guarded<T>(exported: T, from: string, deep = true): T {
  if (typeof exported !== 'function' && !(deep && isPlainObject(exported))) return exported;
  const known = guards.get(exported);
  if (known !== undefined) return known as T;
  const guard = new Proxy<object>(exported, {
    apply: (target, self, args) => {
      refuseShared(args, from);
      noteEffect();
      return Reflect.apply(target as () => unknown, self, args) as unknown;
    },
    construct: (target, args, newTarget: object) => {
      refuseShared(args, from);
      const actual = newTarget === guards.get(target) ? target : newTarget;
      return Reflect.construct(target as new () => object, args, actual as new () => object) as object;
    },
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return mustStay(target, key) ? value : guarded(value, from, false);
    },
  });
  guards.set(exported, guard);
  return guard as T;
}

/** A proxy must return its exact value. */
function mustStay(target: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(target, key);
  return property?.configurable === false && property.writable === false;
}

function refuseShared(args: readonly unknown[], from: string): void {
  if (current.world === undefined || current.world.role.kind === 'after' || !args.some(isShared)) return;
  throw unsupported(
    `shared memory is given to ${from}, which is not instrumented: what it does there would not be seen`,
    `instrument it, too: --include ${from}`,
  );
}

function isShared(value: unknown): boolean {
  if (isSharedBuffer(ArrayBuffer.isView(value) ? value.buffer : value)) return true;
  // Passed by name, or several at once.
  const isList = Array.isArray(value) || isPlainObject(value);
  return isList && !types.isProxy(value) && Object.values(Object.getOwnPropertyDescriptors(value)).some(isSharedValue);
}

function isSharedValue({ value }: PropertyDescriptor): boolean {
  return isSharedBuffer(ArrayBuffer.isView(value) ? value.buffer : value);
}
