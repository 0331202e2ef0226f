// What the checks use of the packages. They are installed when the tests run, so the compiler does not see their own types.

declare module 'ringbuf.js' {
  type Elements = Int32Array | Uint8Array;
  type ElementsConstructor = typeof Int32Array | typeof Uint8Array;
  export class RingBuffer {
    static getStorageForCapacity(capacity: number, type: ElementsConstructor): SharedArrayBuffer;
    constructor(storage: SharedArrayBuffer, type: ElementsConstructor);
    push(elements: Elements): number;
    pop(elements: Elements): number;
  }
  export class ParameterWriter {
    constructor(ring: RingBuffer);
    enqueueChange(index: number, value: number): boolean;
  }
  export class ParameterReader {
    constructor(ring: RingBuffer);
    dequeueChange(change: { index: number; value: number }): boolean;
  }
}

declare module 'coincident/main' {
  class PageWorker {
    constructor(url: URL, options: { readonly type: 'module' });
    readonly proxy: Record<string, () => unknown>;
    addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  }
  export default function coincident(): { readonly Worker: typeof PageWorker };
}

declare module 'coincident/worker' {
  interface Options {
    readonly minByteLength: number;
    readonly maxByteLength: number;
  }
  export default function coincident(options: Options): Promise<{ readonly proxy: Record<string, () => unknown> }>;
}

declare module 'reflected-ffi/encoder' {
  export function encoder(options: { byteOffset: number }): (value: unknown, buffer: ArrayBufferLike) => number;
}

declare module 'reflected-ffi/decoder' {
  export function decoder(options: { byteOffset: number }): (length: number, buffer: ArrayBufferLike) => unknown;
}

declare module 'sharedmap' {
  export default class SharedMap {
    constructor(maxSize: number, keySize: number, objSize: number);
    set(key: string, value: string): void;
    get(key: string): string | undefined;
  }
}

declare module '@zenfs/core/backends/single_buffer.js' {
  export class MetadataBlock {
    constructor(buffer: SharedArrayBuffer, byteOffset: number);
    /** Gives a function that releases the lock. */
    lock(): () => void;
  }
}

declare module 'memium' {
  export function sizeof(type: unknown): number;
}

declare module 'multithreading/sync' {
  interface Guard {
    dispose(): void;
  }
  export class Mutex<T> {
    constructor(data: T, lock: SharedArrayBuffer);
    blockingLock(): Guard & { readonly value: T };
  }
  export class RwLock<T> {
    constructor(data: T, lock: SharedArrayBuffer);
    blockingRead(): Guard & { readonly value: T };
    blockingWrite(): Guard & { readonly value: T };
  }
  export class Semaphore {
    constructor(permits: number, state?: SharedArrayBuffer);
    blockingAcquire(permits?: number): Guard;
  }
}

declare module 'thread-stream/lib/wait.js' {
  type Done = (error: Error | null, result: string) => void;
  export function wait(state: Int32Array, index: number, expected: number, timeout: number, done: Done): void;
  export function waitDiff(state: Int32Array, index: number, expected: number, timeout: number, done: Done): void;
}
