import type { ElementType } from '@fencepost/core';
import { nameElement } from '../views/visible-accesses.js';
import { toIndex } from '../views/coercions.js';
import { KINDS } from '../model/kinds.js';
import type { Native } from '../views/replace.js';
import { callNative, replace } from '../views/replace.js';
import { RawMemory } from '../model/raw-memory.js';
import { shared } from '../views/views.js';

/** Holds one value, for natives to convert and to change its byte order. */
const value = new DataView(new ArrayBuffer(8));
const rawValue = new RawMemory(value.buffer);
const OUT_OF_BOUNDS = 'Offset is outside the bounds of the DataView';

/** Makes the methods of `DataView` visible. */
export function replaceDataViewMethods(): void {
  for (const { name, size, form } of KINDS) {
    if (name === 'Uint8Clamped') continue;
    const formOf = (little: unknown): ElementType =>
      size === 1 || Boolean(little) ? form : (`${form} big-endian` as ElementType);
    replace(DataView.prototype, `get${name}`, (native, self, args) => {
      const view = shared(self);
      if (view === undefined || view.kind !== undefined) return undefined;
      const offset = toIndex(args[0], OUT_OF_BOUNDS);
      if (offset + size > view.length) throw new RangeError(OUT_OF_BOUNDS);
      nameElement(view, offset, formOf(args[1]));
      rawValue.poke(0, size, view.memory.read(view.offset + offset, size, 'plain'));
      return { result: callNative(native, value, [0, args[1]]) };
    });
    replace(DataView.prototype, `set${name}`, (native: Native, self, args) => {
      const view = shared(self);
      if (view === undefined || view.kind !== undefined) return undefined;
      const offset = toIndex(args[0], OUT_OF_BOUNDS);
      callNative(native, value, [0, args[1], args[2]]);
      const word = rawValue.peek(0, size);
      if (offset + size > view.length) throw new RangeError(OUT_OF_BOUNDS);
      nameElement(view, offset, formOf(args[2]));
      view.memory.write(view.offset + offset, size, word, 'plain');
      return { result: undefined };
    });
  }
}
