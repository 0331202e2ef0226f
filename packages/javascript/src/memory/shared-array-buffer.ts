import { current } from '../runtime/current.js';
import { defineGlobal } from '../world/globals.js';
import { unsupported } from '../world/unsupported.js';
import { relativeIndex } from './coercions.js';
import { copyBuffer } from './ranges.js';
import type { Native } from './replace.js';
import { callNative, disguised, method, replace } from './replace.js';
import { isSharedBuffer } from './views.js';

/** The order in which buffers are made is what tells them apart in all worlds. */
function register(buffer: unknown): void {
  if (current.world !== undefined && isSharedBuffer(buffer)) current.world.bufferOf(buffer);
}

/** `SharedArrayBuffer` of instrumented code: the native one, but each buffer is known from its beginning. */
const WorldSharedArrayBuffer: SharedArrayBufferConstructor = new Proxy(SharedArrayBuffer, {
  construct: (native, args, newTarget) => {
    const made = Reflect.construct(native, args, newTarget === WorldSharedArrayBuffer ? native : newTarget) as object;
    register(made);
    return made;
  },
});
defineGlobal('SharedArrayBuffer', WorldSharedArrayBuffer);

export function replaceBufferMethods(): void {
  const { prototype } = SharedArrayBuffer;
  // `buffer.constructor === SharedArrayBuffer` must hold for those who know the other one.
  Object.defineProperty(prototype, 'constructor', {
    value: WorldSharedArrayBuffer,
    writable: true,
    configurable: true,
  });
  replace(prototype, 'grow', () => {
    throw unsupported(
      'a thread lets a SharedArrayBuffer grow',
      'make it as large as it will be from the beginning, or let set-up code grow it',
    );
  });
  replace(prototype, 'slice', (_native, self, args) => {
    if (!isSharedBuffer(self)) return undefined;
    const length = self.byteLength;
    const [start, end] = [relativeIndex(args[0], length, 0), relativeIndex(args[1], length, length)];
    const made = new WorldSharedArrayBuffer(Math.max(end - start, 0));
    copyBuffer(self, start, made);
    return { result: made };
  });
  registerWasmMemories();
}

/** Memories of WebAssembly give their buffers by a getter and, in Node 26 and later, by methods. */
function registerWasmMemories(): void {
  const wasm = Reflect.get(globalThis, 'WebAssembly') as
    { readonly Memory: { readonly prototype: object } } | undefined;
  if (wasm === undefined) return;
  const { prototype } = wasm.Memory;
  const registering = (native: unknown): Native =>
    disguised(
      native as Native,
      method((self, args) => {
        const buffer = callNative(native as Native, self, args);
        register(buffer);
        return buffer;
      }),
    );
  const getter = Object.getOwnPropertyDescriptor(prototype, 'buffer');
  if (getter !== undefined) {
    Object.defineProperty(prototype, 'buffer', { ...getter, get: registering(Reflect.get(getter, 'get')) });
  }
  for (const name of ['toFixedLengthBuffer', 'toResizableBuffer']) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (property === undefined) continue;
    Object.defineProperty(prototype, name, { ...property, value: registering(property.value) });
  }
}
