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
    delete(key: string): void;
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

declare module 'sqlite-operations' {
  type Operation = 'xSync' | 'opfs-async-shutdown';
  interface State {
    readonly sabOPView: Int32Array;
    readonly opIds: Readonly<Record<'whichOp' | 'rc' | Operation, number>>;
    readonly s11n: { serialize(...values: readonly unknown[]): void; deserialize(): readonly unknown[] | null };
  }
  export function caller(state: State): (operation: Operation) => number;
  export function serve(state: State): Promise<void>;
}

declare module 'sync-message' {
  interface Channel {
    readonly type: 'atomics';
  }
  export function makeAtomicsChannel(options: { readonly bufferSize: number }): Channel;
  export function writeMessage(channel: Channel, message: unknown, id: string): Promise<void>;
  export function readMessage(channel: Channel, id: string): unknown;
}

declare module 'sync-message-port' {
  import type { MessageChannel, MessagePort } from 'node:worker_threads';
  export class SyncMessagePort {
    static createChannel(): MessageChannel;
    constructor(port: MessagePort);
    postMessage(value: unknown): void;
    receiveMessage(options?: { readonly closedValue: unknown }): unknown;
    close(): void;
  }
}

declare module 'sync-threads' {
  export function createSyncFn(file: string, bufferSize: number): (input: number) => number;
  export function runAsWorker(work: (input: number) => Promise<number>): Promise<void>;
}

declare module '@emnapi/wasi-threads' {
  import type { Worker } from 'node:worker_threads';
  interface Memory {
    readonly buffer: SharedArrayBuffer;
  }
  export class WASIThreads {
    constructor(options: {
      readonly wasi: object;
      readonly waitThreadStart: true;
      readonly printErr: (text: string) => void;
      readonly onCreateWorker: () => Worker;
    });
    setup(instance: { readonly exports: { readonly memory: Memory } }, module: object, memory: Memory): void;
    getImportObject(): { readonly wasi: { 'thread-spawn'(argument: number, result: number): number } };
  }
  export class ThreadMessageHandler {
    constructor(options: {
      readonly postMessage: (message: unknown) => void;
      readonly onLoad: () => object;
      readonly onError: (error: Error) => void;
    });
    handle(event: { readonly data: unknown }): void;
  }
}

declare module '@napi-rs/wasm-runtime/fs' {
  interface Files {
    readFileSync(name: string): string;
  }
  export function createOnMessage(fs: Files): (event: { readonly data: unknown }) => void;
  export function createFsProxy(constructors: object): Files;
}

declare module 'synckit' {
  export function createSyncFn(file: URL): (input: number) => number;
  export function runAsWorker(work: (input: number) => Promise<number>): void;
}

declare module 'piscina' {
  export class Piscina {
    constructor(options: { readonly filename: string; readonly maxThreads: number });
    run(input: number): Promise<number>;
    destroy(): Promise<void>;
  }
}

declare module '@bnaya/objectbuffer' {
  export function createObjectBuffer(coders: object, size: number, initial: object, options: object): object;
  export function loadObjectBuffer(coders: object, memory: SharedArrayBuffer): object;
  export function getUnderlyingArrayBuffer(object: object): SharedArrayBuffer;
  export function acquireLockWait(agent: number, object: object, timeout: number): string;
  export function releaseLock(agent: number, object: object): boolean;
}

declare module '@runno/wasi' {
  export class WASIWorkerHost {
    readonly stdinBuffer: SharedArrayBuffer;
    constructor(binary: string, context: object);
    pushStdin(text: string): Promise<void>;
  }
}

declare module '@vscode/sync-api-common/node' {
  import type { MessagePort, Worker } from 'node:worker_threads';
  interface Answer {
    readonly errno: number;
    readonly data: number;
  }
  export class VariableResult {
    readonly mode: 'json';
    constructor(mode: 'json');
  }
  export class ClientConnection {
    constructor(worker: Worker);
    serviceReady(): Promise<void>;
    sendRequest(method: 'double', params: { readonly n: number }, result: VariableResult): Answer;
  }
  export class ServiceConnection {
    constructor(port: MessagePort);
    onRequest(method: 'double', handle: (params: { readonly n: number }) => Answer): void;
    signalReady(): void;
  }
}

declare module 'absurd-sql/src/indexeddb/shared-channel.js' {
  export class Writer {
    constructor(buffer: SharedArrayBuffer);
    int32(value: number): void;
    finalize(): void;
  }
  export class Reader {
    constructor(buffer: SharedArrayBuffer);
    int32(): number;
    done(): boolean;
  }
}

declare module 'make-synchronized' {
  export function makeDefaultExportSynchronized(file: URL): (input: number) => number;
}

declare module 'make-synchronous' {
  /** In its worker. */
  export default function setupWorker(work: (input: number) => Promise<number>): void;
}

declare module 'tinypool' {
  export class Tinypool {
    constructor(options: { readonly filename: string; readonly minThreads: number; readonly maxThreads: number });
    run(input: number): Promise<number>;
    destroy(): Promise<void>;
  }
}

declare module '@webaudiomodules/sdk/src/RingBuffer.js' {
  class RingBuffer {
    static getStorageForCapacity(capacity: number, type: typeof Int32Array): SharedArrayBuffer;
    readonly full: boolean;
    constructor(storage: SharedArrayBuffer, type: typeof Int32Array);
    push(elements: Int32Array): number;
    pop(elements: Int32Array): number;
  }
  export default function getRingBuffer(): typeof RingBuffer;
}

declare module 'sema-engine/ringbuf.js' {
  export default class RingBuffer {
    static getStorageForCapacity(capacity: number, type: typeof Int32Array): SharedArrayBuffer;
    constructor(storage: SharedArrayBuffer, type: typeof Int32Array);
    push(elements: Int32Array): number;
    pop(elements: Int32Array): number;
  }
}

declare module '*/multithreading/src/lib/sync/mod.js' {
  interface Guard<T> {
    readonly value: T;
    dispose(): void;
  }
  export class Mutex<T> {
    constructor(data: T);
    blockingLock(): Guard<T>;
  }
  export class RwLock<T> {
    constructor(data: T);
    blockingRead(): Guard<T>;
    blockingWrite(): Guard<T>;
  }
  export class Semaphore {
    constructor(permits: number);
    tryAcquire(): object | null;
  }
}

declare module 'threadcomm/Queue/SyncedQueue.js' {
  export class SyncedQueue {
    constructor(id: string, states: SharedArrayBuffer);
    addToCount(total: number): void;
    subtractFromCount(): void;
    getCount(): number;
    isDone(): boolean;
  }
}

declare module '@divinestar/threads/Queue/SyncedQueue.js' {
  export { SyncedQueue } from 'threadcomm/Queue/SyncedQueue.js';
}

declare module '*/supersonic-scsynth/dist/osc_channel.js' {
  export class OscChannel {
    static createSAB(options: {
      readonly sharedBuffer: SharedArrayBuffer;
      readonly ringBufferBase: number;
      readonly bufferConstants: Readonly<Record<string, number>>;
    }): OscChannel;
    sendDirect(message: Uint8Array): boolean;
    nextNodeId(): number;
  }
}

declare module 'shared-memory-datastructures' {
  export class ShareableMap {
    set(key: string, value: string): this;
    get(key: string): string | undefined;
  }
}
