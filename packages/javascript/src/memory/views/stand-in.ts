import { indexOfKey } from './visible-accesses.js';
import { Elements } from './elements.js';
import { callNative, method } from './replace.js';
import type { SharedView } from './views.js';

/**
 * Returns an object that behaves like a shared typed array for code that only reads and writes its properties, and
 * accesses them visibly.
 */
export function standIn(view: SharedView): object {
  if (view.kind === undefined) return view.view;
  const elements = new Elements(view);
  return new Proxy(view.view, {
    get: (target, key) => {
      const index = indexOfKey(key);
      if (index !== undefined) return elements.get(index);
      const value: unknown = Reflect.get(target, key, target);
      // `Buffer.prototype.toJSON` requires a Buffer.
      return key === 'toJSON' && typeof value === 'function' ? method(() => callNative(value, target, [])) : value;
    },
    set: (target, key, value) => {
      const index = indexOfKey(key);
      if (index === undefined) return Reflect.set(target, key, value, target);
      elements.set(index, value);
      return true;
    },
  });
}
