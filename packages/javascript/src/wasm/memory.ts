import type { SharedBuffer } from '../world/context/context.js';
import { current, theWorld } from '../world/running/current.js';
import { foreignCalls, noteForeignMemory } from '../world/running/unseen.js';
import { unsupported } from '../world/running/unsupported.js';
import type { Native } from '../memory/views/replace.js';
import { callNative, constructNative, disguised, method } from '../memory/views/replace.js';
import { isSharedBuffer } from '../memory/views/views.js';

/** A `WebAssembly.Memory`; missing from the type definitions of the language and of Node. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

type Constructor = new (...args: readonly unknown[]) => object;

/** `WebAssembly` of the process. */
export const wasm = Reflect.get(globalThis, 'WebAssembly') as unknown as Readonly<Record<string, Constructor & Native>>;
const NativeMemory = wasm['Memory']!;
const bufferGetter = Reflect.get(
  Object.getOwnPropertyDescriptor(NativeMemory.prototype, 'buffer')!,
  'get',
) as unknown as Native;

/** Size of a page in bytes. */
export const PAGE = 65_536;

/**
 * The memory of a shared `WebAssembly.Memory`, which gets a new buffer each time it grows. Serves as a private field.
 */
const memories = new WeakMap<object, SharedBuffer>();
const MEMORIES = Symbol('memories of WebAssembly');

/** Returns the memories of this world. */
function memoriesHere(): Map<SharedBuffer, object> {
  return theWorld().slot(MEMORIES, () => new Map<SharedBuffer, object>());
}

function keep(memory: object, buffer: SharedBuffer): void {
  buffer.name = buffer.name.replace(/^buffer(?=\d+$)/, 'memory');
  memories.set(memory, buffer);
  memoriesHere().set(buffer, memory);
}

/** Returns the current buffer of the memory, if shared. */
function sharedBufferOf(memory: unknown): SharedArrayBuffer | undefined {
  const buffer = callNative(bufferGetter, memory, []);
  return isSharedBuffer(buffer) ? buffer : undefined;
}

/** Returns whether this is a shared `WebAssembly.Memory`. */
export function isSharedMemory(value: unknown): boolean {
  return value instanceof NativeMemory && sharedBufferOf(value) !== undefined;
}

/** Registers a buffer of a WebAssembly memory under that memory. */
function known(memory: unknown, buffer: unknown): void {
  if (current.world === undefined || !isSharedBuffer(buffer) || current.world.buffers.has(buffer)) return;
  const sharedBuffer = memories.get(memory as object);
  if (sharedBuffer !== undefined) current.world.buffers.set(buffer, sharedBuffer);
}

/** `WebAssembly.Memory`: the native one, but shared memory is registered on creation, like SharedArrayBuffers. */
const WorldMemory: Constructor = new Proxy(NativeMemory, {
  construct: (native, args: readonly unknown[], newTarget) => {
    const made = constructNative(native, args, newTarget === WorldMemory ? native : newTarget) as object;
    const buffer = current.world === undefined ? undefined : sharedBufferOf(made);
    if (buffer !== undefined && foreignCalls.depth > 0) noteForeignMemory();
    if (buffer !== undefined) keep(made, theWorld().register(buffer, mostBytes(args[0])));
    return made;
  },
});

function mostBytes(descriptor: unknown): number {
  return Number((descriptor as { readonly maximum: number | bigint }).maximum) * PAGE;
}

/** Returns the maximum size of a shared memory. */
export function mostPages(memory: object): number {
  return memories.get(memory)!.size / PAGE;
}

/** Returns a shared memory as encoded in a message; undefined if the value is not one. */
export function memoryInMessage(value: object): readonly [buffer: SharedBuffer, bytes: number] | undefined {
  if (!isSharedMemory(value)) return undefined;
  const buffer = sharedBufferOf(value)!;
  return [theWorld().bufferOf(buffer), buffer.byteLength];
}

/** Returns a shared memory received in a message. */
export function adoptMemory(buffer: SharedBuffer, bytes: number): object {
  const here = memoriesHere().get(buffer);
  if (here !== undefined) return here;
  const limits = { initial: bytes / PAGE, maximum: buffer.size / PAGE, shared: true };
  const made = constructNative(NativeMemory, [limits]) as WasmMemory;
  keep(made, buffer);
  theWorld().fill(made.buffer as SharedArrayBuffer, buffer);
  return made;
}

/** Registers WebAssembly memories created in a world by any code. */
export function replaceWasmMemory(): void {
  const { prototype } = NativeMemory as { readonly prototype: object };
  const through = (native: Native): Native =>
    disguised(
      native,
      method((self, args) => {
        const buffer = callNative(native, self, args);
        known(self, buffer);
        return buffer;
      }),
    );
  const define = (key: string, property: PropertyDescriptor): void => {
    Object.defineProperty(prototype, key, { ...Object.getOwnPropertyDescriptor(prototype, key), ...property });
  };
  define('constructor', { value: WorldMemory });
  define('buffer', { get: through(bufferGetter) });
  // Available in Node 26 and later.
  for (const name of ['toFixedLengthBuffer', 'toResizableBuffer']) {
    const native: unknown = Reflect.get(prototype, name);
    if (typeof native === 'function') define(name, { value: through(native as Native) });
  }
  const grow = Reflect.get(prototype, 'grow') as Native;
  const growing = method((self, args) => {
    if (current.run !== undefined && isSharedMemory(self)) {
      throw unsupported(
        'a thread grows a shared WebAssembly.Memory',
        'allocate the final size at the start, or grow it in set-up code',
      );
    }
    const before = callNative(grow, self, args);
    known(self, callNative(bufferGetter, self, []));
    return before;
  });
  define('grow', { value: disguised(grow, growing) });
  Reflect.set(wasm, 'Memory', WorldMemory);
}
