import { readBytes, readEachByte, writeBytes, writeEachByte } from '../views/ranges.js';
import type { Native } from '../views/replace.js';
import { callNative, replace } from '../views/replace.js';
import type { SharedView } from '../views/views.js';
import { shared } from '../views/views.js';

type Args = readonly unknown[];

/** Replaces the methods of Uint8Array that convert to and from base64 and hexadecimal digits (Node 26 and later). */
export function replaceByteTexts(): void {
  for (const name of ['toBase64', 'toHex']) {
    replace(Uint8Array.prototype, name, (native, self, args) => {
      const view = bytes(self);
      if (view === undefined) return undefined;
      const copy = new Uint8Array(view.length);
      (name === 'toHex' ? readEachByte : readBytes)(view, copy, 0, copy.length);
      return { result: callNative(native, copy, args) };
    });
  }
  for (const name of ['setFromBase64', 'setFromHex']) {
    replace(Uint8Array.prototype, name, (native, self, args) => {
      const view = bytes(self);
      const write = name === 'setFromHex' ? writeEachByte : writeBytes;
      return view && { result: setFrom(view, native, args, write) };
    });
  }
}

function bytes(self: unknown): SharedView | undefined {
  const view = shared(self);
  return view?.kind?.name === 'Uint8' ? view : undefined;
}

/** If the text is invalid, still writes the part before the error. */
function setFrom(view: SharedView, native: Native, args: Args, write: typeof writeBytes): unknown {
  const copy = new Uint8Array(view.length);
  let result: { readonly written: number };
  try {
    result = callNative(native, copy, args) as { readonly written: number };
  } catch (error) {
    write(view, copy, 0, writtenBeforeError(copy, native, args));
    throw error;
  }
  write(view, copy, 0, result.written);
  return result;
}

/**
 * Returns the number of bytes written before the error, found by decoding into two different copies: written bytes do
 * not depend on the old content.
 */
function writtenBeforeError(copy: Uint8Array, native: Native, args: Args): number {
  const other = new Uint8Array(copy.length).fill(0xff);
  try {
    callNative(native, other, args);
  } catch {
    // The same error as before.
  }
  const first = other.findIndex((byte, i) => byte !== copy[i]);
  return first === -1 ? other.length : first;
}
