import { current } from '../../world/running/current.js';
import type { ElementKind, TypedArray } from '../model/kinds.js';
import { kindNamed } from '../model/kinds.js';
import type { Memory } from '../model/memory.js';
import { ModelMemory } from '../model/model-memory.js';
import type { Native } from './replace.js';
import { callNative } from './replace.js';

/** A view of a SharedArrayBuffer. */
export class SharedView {
  readonly view: ArrayBufferView;
  /** Undefined: a DataView. */
  readonly kind: ElementKind | undefined;
  /** Offset of its first byte in the buffer. */
  readonly offset: number;
  /** Length in elements; for a DataView, in bytes. */
  readonly length: number;
  private known: Memory;

  constructor(view: ArrayBufferView, kind: ElementKind | undefined, memory: Memory) {
    this.view = view;
    this.kind = kind;
    this.offset = view.byteOffset;
    this.length = view.byteLength / (kind?.size ?? 1);
    this.known = memory;
  }

  get memory(): Memory {
    if (!this.known.isCurrent) this.known = memoryOf(this.view.buffer as SharedArrayBuffer);
    return this.known;
  }
}

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- the way to put private fields on other objects
class Itself {
  constructor(object: object) {
    return object;
  }
}

/** A private field on views of the program: the program cannot observe it, and it is as fast as a property. */
class Stamp extends Itself {
  readonly #shared: SharedView | undefined;

  constructor(view: ArrayBufferView, shared: SharedView | undefined) {
    super(view);
    this.#shared = shared;
  }

  static isOn(view: object): view is Stamp {
    return #shared in view;
  }

  static of(view: Stamp): SharedView | undefined {
    return view.#shared;
  }
}

/** A private field on buffers. A WeakMap would keep the world of each buffer alive until a major garbage collection. */
class Access extends Itself {
  #memory: Memory;

  constructor(buffer: SharedArrayBuffer, memory: Memory) {
    super(buffer);
    this.#memory = memory;
  }

  static of(buffer: object): Memory | undefined {
    return #memory in buffer ? buffer.#memory : undefined;
  }

  static set(buffer: object, memory: Memory): void {
    if (#memory in buffer) buffer.#memory = memory;
    else new Access(buffer as SharedArrayBuffer, memory);
  }
}

const textOf = Reflect.get(Object.prototype, 'toString') as Native;
const typedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object;
const tagOf = Reflect.get(Object.getOwnPropertyDescriptor(typedArrayPrototype, Symbol.toStringTag)!, 'get') as Native;

/** Returns the shared view if the value is a view of a SharedArrayBuffer. Called for every computed member access. */
export function shared(value: unknown): SharedView | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  return Stamp.isOn(value) ? Stamp.of(value) : classify(value);
}

/** Like `shared`, but only while accesses are visible. */
export function visible(value: unknown): SharedView | undefined {
  return current.run === undefined ? undefined : shared(value);
}

/** Returns the element kind of a typed array, shared or not. */
export function elementKindOf(value: unknown): ElementKind | undefined {
  return ArrayBuffer.isView(value) ? kindNamed(callNative(tagOf, value, []) as string | undefined) : undefined;
}

/** Also recognises buffers of another realm. */
export function isSharedBuffer(value: unknown): value is SharedArrayBuffer {
  return typeof value === 'object' && callNative(textOf, value, []) === '[object SharedArrayBuffer]';
}

/** Returns whether the value is a native view of shared memory, without own properties or a subclass. */
export function isNativeView(value: object): boolean {
  const kind = elementKindOf(value);
  if (kind === undefined || !isSharedBuffer((value as TypedArray).buffer)) return false;
  const isPlain = Object.getPrototypeOf(value) === kind.make.prototype;
  return isPlain && Reflect.ownKeys(value).length === (value as TypedArray).length;
}

let makeMemory = (buffer: SharedArrayBuffer): Memory => new ModelMemory(buffer);

/** Installs another implementation of memory in this process; call before any access. */
export function accessMemoryBy(make: typeof makeMemory): void {
  makeMemory = make;
}

/** Returns the memory through which a buffer is accessed in the current world. */
export function memoryOf(buffer: SharedArrayBuffer): Memory {
  const known = Access.of(buffer);
  if (known?.isCurrent === true) return known;
  const memory = makeMemory(buffer);
  Access.set(buffer, memory);
  return memory;
}

function classify(view: ArrayBufferView): SharedView | undefined {
  if (!isSharedBuffer(view.buffer)) {
    new Stamp(view, undefined);
    return undefined;
  }
  if (current.world === undefined) return undefined;
  const found = new SharedView(view, elementKindOf(view), memoryOf(view.buffer));
  // The length of a view may change with a growing buffer (in set-up code).
  if (Reflect.get(view.buffer, 'growable') !== true) new Stamp(view, found);
  return found;
}
