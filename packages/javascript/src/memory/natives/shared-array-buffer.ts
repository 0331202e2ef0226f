import { current } from '../../world/running/current.js';
import { defineGlobal } from '../../world/objects/global-names.js';
import { noteForeignMemory } from '../../world/running/unseen.js';
import { unsupported } from '../../world/running/unsupported.js';
import { relativeIndex } from '../views/coercions.js';
import { copyBuffer } from '../views/ranges.js';
import { replace } from '../views/replace.js';
import { isSharedBuffer } from '../views/views.js';

/** Registers a new buffer: the order of creation identifies buffers across worlds. */
function register(buffer: unknown): void {
  if (current.world !== undefined && isSharedBuffer(buffer)) current.world.register(buffer);
}

/** `SharedArrayBuffer` for instrumented code: the native one, but each buffer is registered on creation. */
const WorldSharedArrayBuffer: SharedArrayBufferConstructor = new Proxy(SharedArrayBuffer, {
  construct: (native, args, newTarget) => {
    const made = Reflect.construct(native, args, newTarget === WorldSharedArrayBuffer ? native : newTarget) as object;
    register(made);
    return made;
  },
});
defineGlobal('SharedArrayBuffer', WorldSharedArrayBuffer);

/** `SharedArrayBuffer` for code that is not instrumented, whose accesses are invisible. */
const ForeignSharedArrayBuffer: SharedArrayBufferConstructor = new Proxy(WorldSharedArrayBuffer, {
  construct: (world, args, newTarget) => {
    noteForeignMemory();
    return Reflect.construct(world, args, newTarget === ForeignSharedArrayBuffer ? world : newTarget) as object;
  },
});

/** Makes the methods of `SharedArrayBuffer` visible. */
export function replaceBufferMethods(): void {
  const { prototype } = SharedArrayBuffer;
  // `buffer.constructor === SharedArrayBuffer` must hold in instrumented code.
  Object.defineProperty(prototype, 'constructor', {
    value: WorldSharedArrayBuffer,
    writable: true,
    configurable: true,
  });
  replace(prototype, 'grow', () => {
    throw unsupported(
      'a thread grows a SharedArrayBuffer',
      'allocate the final size at the start, or grow it in set-up code',
    );
  });
  replaceSlice(WorldSharedArrayBuffer);
  // Code that is not instrumented also creates shared memory.
  Object.defineProperty(globalThis, 'SharedArrayBuffer', {
    value: ForeignSharedArrayBuffer,
    writable: true,
    configurable: true,
  });
}

/** Makes `slice` copy visibly into a buffer of this class. */
export function replaceSlice(Buffer: SharedArrayBufferConstructor): void {
  replace(SharedArrayBuffer.prototype, 'slice', (_native, self, args) => {
    if (!isSharedBuffer(self)) return undefined;
    const length = self.byteLength;
    const [start, end] = [relativeIndex(args[0], length, 0), relativeIndex(args[1], length, length)];
    const made = new Buffer(Math.max(end - start, 0));
    copyBuffer(self, start, made);
    return { result: made };
  });
}
