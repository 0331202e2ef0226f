import { Random } from '@fencepost/core';
import type { Context, SharedBuffer } from '../context/context.js';
import { EventLoop } from '../time/event-loop.js';
import { removeFreeNames } from '../objects/free-names.js';
import { refusal } from './refusal.js';
import type { WorkerSettings } from '../context/worker-spec.js';

// Originals, before they are replaced: in a thread, the replaced `set` would be a visible access.
const { apply } = Reflect;
const setBytes = Reflect.get(Uint8Array.prototype, 'set') as () => void;
/** Original constructor: the replacement registers the buffers it makes. */
const NativeBuffer = SharedArrayBuffer;

const SEED = 0x2545f491;

/** The value of each storage. */
export type Frame = ReadonlyMap<object, unknown>;

/** Key of the name of a task in frames, which promises and timers pass on. */
export const TASK: object = Object.freeze({});

/** The current position in the sources. */
export interface Position {
  /** A number in `Sites`; 0 means no site of the program. */
  site: number;
  /** Makes nondeterministic choices while a thread runs. */
  readonly run?: { toss(): boolean; abandon(): void } | undefined;
}

function sharedByLoading(name: string): string {
  return `threads given as functions share the memory that ${name} creates at load time, but each worker would load ${name} itself and have its own memory`;
}

/** The purpose of a world. */
export interface Role {
  /**
   * `set-up`: for a thread given as a function, runs set-up code and then the thread; `after`: then runs checks of the
   * end. The others run worker files.
   */
  readonly kind: 'set-up' | 'after' | 'node worker' | 'web worker';
  /** Handle of the thread; 0 before one runs. */
  readonly thread: number;
  readonly name: string;
  /** Whether the thread must not block. */
  readonly mainThread?: boolean;
  /** For a worker: its file, data and settings. */
  readonly file?: string;
  readonly workerData?: unknown;
  readonly settings?: WorkerSettings | undefined;
}

/**
 * Everything that one run of one thread can access: its own instances of all instrumented modules and of the objects
 * that set-up code makes, as real workers share only SharedArrayBuffers. Created for a run, and dropped after it.
 */
export class World {
  readonly context: Context;
  role: Role;
  readonly loop: EventLoop;
  /** Random numbers, the same in each world, as a run of a thread must be a function of its results. */
  readonly random = new Random(SEED);
  /** The shared buffers of this world. */
  readonly buffers = new Map<SharedArrayBuffer, SharedBuffer>();
  /** The number of buffers made, by maker. */
  private readonly made = new Map<string, number>();
  /** Number of the current call of a data structure, from 1; 0: none. */
  call = 0;
  /** Results of the calls before it, if the current call may wait forever. */
  returned: readonly string[] | undefined;
  /** Values of `AsyncLocalStorage` objects; a frame is never changed. */
  frame: Frame | undefined;
  /** Name of the running task; empty outside of tasks. */
  get task(): string {
    return (this.frame?.get(TASK) as string | undefined) ?? '';
  }

  /** Output since the last visible operation. */
  printed = '';
  /** State that shims keep per world (message ports, module instances), by key. */
  private readonly slots = new Map<symbol, unknown>();
  private readonly position: Position;

  /** `position`: the position in the program while this world runs. */
  constructor(context: Context, role: Role, position: Position) {
    removeFreeNames();
    this.context = context;
    this.role = role;
    this.position = position;
    this.loop = new EventLoop(position);
  }

  /** The package in node_modules whose module is being evaluated. */
  loading: string | undefined;

  /** Registers a buffer just made here; `most`: its maximum length, if the buffer does not provide it. */
  register(memory: SharedArrayBuffer, most?: number): SharedBuffer {
    const maker = this.role.thread === 0 ? 'set-up' : String(this.role.thread);
    if (this.loading !== undefined && this.role.thread === 0) this.context.notes.add(sharedByLoading(this.loading));
    const ordinal = this.made.get(maker) ?? 0;
    this.made.set(maker, ordinal + 1);
    const buffer = this.context.buffer(maker, ordinal, memory, most);
    this.buffers.set(memory, buffer);
    return buffer;
  }

  /** Returns the buffer as shared by all worlds. */
  bufferOf(memory: SharedArrayBuffer): SharedBuffer {
    const known = this.buffers.get(memory);
    if (known !== undefined) return known;
    throw refusal(
      this.context.siteOf(this.position.site),
      'this shared memory was created outside the check, so it is unknown which threads share it',
      'if a package created it at load time, instrument that package: --include',
    );
  }

  /**
   * Returns a buffer received in a message, with the length it had when sent. If this world already has the buffer, the
   * result is another object.
   */
  adopt(buffer: SharedBuffer, length: number): SharedArrayBuffer {
    for (const [memory, known] of this.buffers) {
      if (known === buffer && (buffer.growable || memory.byteLength === length)) return this.another(memory, buffer);
    }
    const options = buffer.growable ? { maxByteLength: buffer.size } : undefined;
    const memory = Reflect.construct(NativeBuffer, [
      buffer.growable ? buffer.length : length,
      options,
    ]) as SharedArrayBuffer;
    this.fill(memory, buffer);
    return memory;
  }

  private another(memory: SharedArrayBuffer, buffer: SharedBuffer): SharedArrayBuffer {
    const copy = structuredClone(memory);
    this.buffers.set(copy, buffer);
    return copy;
  }

  /** Makes this the buffer in this world, with its content before threads start. */
  fill(memory: SharedArrayBuffer, buffer: SharedBuffer): void {
    apply(setBytes, new Uint8Array(memory), [buffer.initial.subarray(0, memory.byteLength)]);
    this.buffers.set(memory, buffer);
  }

  /** Returns a shim's state in this world, if it exists. */
  known(key: symbol): unknown {
    return this.slots.get(key);
  }

  /** Returns a shim's state in this world; `make` creates it when first requested. */
  slot<T>(key: symbol, make: () => T): T {
    if (!this.slots.has(key)) this.slots.set(key, make());
    return this.slots.get(key) as T;
  }
}
