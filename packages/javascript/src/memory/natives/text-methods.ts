import { bytesOf, writeBytes } from '../views/ranges.js';
import { callNative, replace } from '../views/replace.js';
import { isSharedBuffer, shared } from '../views/views.js';

/** Replaces decoders, which may read shared memory, and encoders, which may write to it. */
export function replaceTextMethods(): void {
  replace(TextDecoder.prototype, 'decode', (native, self, args) => {
    const view = shared(isSharedBuffer(args[0]) ? new Uint8Array(args[0]) : args[0]);
    return view && { result: callNative(native, self, [bytesOf(view), ...args.slice(1)]) };
  });
  replace(TextEncoder.prototype, 'encodeInto', (native, self, args) => {
    const view = shared(args[1]);
    if (view?.kind?.name !== 'Uint8') return undefined;
    const copy = new Uint8Array(view.length);
    const result = callNative(native, self, [args[0], copy]) as { readonly written: number };
    writeBytes(view, copy, 0, result.written);
    return { result };
  });
}
