import type { ContentWords } from './content-words.js';
import { LOWEST } from '../../link/stack.js';
import { instantiate } from './instantiate.js';
import type { Image } from './image.js';

const NORMAL = 0;
const UNWINDING = 1;
const REWINDING = 2;

const UNKNOWN = -1;

/** Maximum size of the private stack and the suspended frames for a snapshot, in bytes. */
const MOST_SAVED = 1 << 14;

type Export = (...args: (number | bigint)[]) => number | bigint | undefined;

/** The thread that runs in an instance and implements its imports. */
export interface Tenant {
  /** Called when another tenant takes the instance. */
  evicted(): void;
  /** Called for import `name`; returns its result, or undefined after `suspend`. */
  imported(name: string, args: readonly (number | bigint)[]): number | bigint | undefined;
}

/**
 * A WebAssembly instance for one thread at a time, suspended and resumed (link/resumable). To suspend, the
 * current import starts unwinding, and the call returns to us with its frames saved. To resume, the same export is
 * called again, rewinds to the same import, and continues with its result.
 */
export class Instance {
  readonly memory: DataView;
  readonly bytes: Uint8Array;
  private readonly words: Int32Array;
  tenant: Tenant | undefined;
  private readonly image: Image;
  private readonly exports: WebAssembly.Exports;
  private readonly stackPointer: WebAssembly.Global;
  private readonly stackStart: number | bigint;
  /** The lowest address the stack has reached. */
  private readonly lowest: WebAssembly.Global;
  private readonly startUnwind: Export;
  private readonly stopUnwind: Export;
  private readonly startRewind: Export;
  private readonly stopRewind: Export;
  private state = NORMAL;
  /** The lowest stack address in use, if it is known: reading a global of WebAssembly takes long. */
  private bottom = UNKNOWN;
  /** Nesting depth of the running call: how many library functions that call back into the program enclose it. */
  private level = 0;

  constructor(image: Image) {
    this.image = image;
    const { exports } = instantiate(image.module, this.imports());
    this.exports = exports;
    const memory = exports['memory'] as WebAssembly.Memory;
    const missing = image.pages - memory.buffer.byteLength / (1 << 16);
    if (missing > 0) memory.grow(missing);
    this.memory = new DataView(memory.buffer);
    this.bytes = new Uint8Array(memory.buffer);
    this.words = new Int32Array(memory.buffer);
    this.stackPointer = exports['__stack_pointer'] as WebAssembly.Global;
    this.stackStart = this.stackPointer.value;
    this.lowest = exports[LOWEST] as WebAssembly.Global;
    this.startUnwind = exports['asyncify_start_unwind'] as Export;
    this.stopUnwind = exports['asyncify_stop_unwind'] as Export;
    this.startRewind = exports['asyncify_start_rewind'] as Export;
    this.stopRewind = exports['asyncify_stop_rewind'] as Export;
  }

  /** Restores the initial state for another tenant. (The data needs no reset: accesses to it are imports.) */
  reset(tenant: Tenant): void {
    this.tenant?.evicted();
    this.tenant = tenant;
    if (this.state === UNWINDING) this.stopUnwind();
    if (this.state === REWINDING) this.stopRewind();
    this.state = NORMAL;
    this.stackPointer.value = this.stackStart;
    this.bottom = Number(this.stackStart);
    this.bytes.fill(0, Number(this.lowest.value), this.image.stackTop);
    this.lowest.value = this.stackStart;
    for (const place of this.image.ownVariables) this.memory.setInt32(place, 0, true);
  }

  /**
   * Clears the unused part of the stack, which holds leftovers of functions that have returned. The stack is then the
   * same on every path to this point.
   */
  clean(): void {
    const bottom = this.stackBottom;
    const lowest = Number(this.lowest.value);
    if (lowest >= bottom) return;
    this.bytes.fill(0, lowest, bottom);
    this.lowest.value = this.ofGlobal(bottom);
  }

  /**
   * Adds the memory of a call that is suspended at level 0. Returns false if it is too large. `restore` reads it back.
   */
  save(words: ContentWords): boolean {
    const { image } = this;
    const bottom = this.stackBottom;
    const start = image.frameArea(0).start;
    const end = this.memory.getUint32(start, true);
    if (image.stackTop - bottom + end - start > MOST_SAVED) return false;
    words.add(bottom);
    words.add(end);
    for (const place of image.ownVariables) words.add(this.memory.getInt32(place, true));
    words.copy(this.words, bottom >> 2, image.stackTop >> 2);
    words.copy(this.words, (start + 8) >> 2, end >> 2);
    return true;
  }

  /** Restores the memory that `save` wrote at the beginning of these words. */
  restore(words: Int32Array): void {
    const { image } = this;
    const [bottom, end] = [words[0]!, words[1]!];
    const { start, end: limit } = image.frameArea(0);
    const lowest = Number(this.lowest.value);
    if (lowest < bottom) this.bytes.fill(0, lowest, bottom);
    this.stackPointer.value = this.lowest.value = this.ofGlobal(bottom);
    this.bottom = bottom;
    let at = 2;
    for (const place of image.ownVariables) this.memory.setInt32(place, words[at++]!, true);
    for (let i = bottom >> 2; i < image.stackTop >> 2; i++) this.words[i] = words[at++]!;
    this.memory.setUint32(start, end, true);
    this.memory.setUint32(start + 4, limit, true);
    for (let i = (start + 8) >> 2; i < end >> 2; i++) this.words[i] = words[at++]!;
  }

  /** Whether calls can be left by unwinding, which runs the destructors of their frames. */
  get unwinds(): boolean {
    return this.image.exiting !== undefined;
  }

  /** Reason why calls return at once (ir/context.ts: EXITING). */
  get exiting(): number {
    return this.image.exiting === undefined ? 0 : this.memory.getUint32(this.image.exiting, true);
  }

  set exiting(value: number) {
    if (this.image.exiting !== undefined) this.memory.setUint32(this.image.exiting, value, true);
  }

  /** The label of the user's call of the header function that is running; negative: none. */
  get caller(): number {
    return this.image.caller === undefined ? -1 : this.memory.getInt32(this.image.caller, true) - 1;
  }

  /** The lowest stack address in use. */
  get stackBottom(): number {
    if (this.bottom === UNKNOWN) this.bottom = Number(this.stackPointer.value);
    return this.bottom;
  }

  /** Returns a stack address as the globals have it. */
  private ofGlobal(address: number): number | bigint {
    return typeof this.stackStart === 'bigint' ? BigInt(address) : address;
  }

  /** Whether the call needed more stack than available. */
  get overflowed(): boolean {
    return Number(this.lowest.value) < this.image.stackLow;
  }

  /** Calls an export. Returns undefined if the call was suspended. */
  call(name: string, args: readonly (number | bigint)[], level: number): Ended | undefined {
    this.level = level;
    this.exiting = 0;
    return this.enter(name, args);
  }

  /** Resumes a suspended call. */
  resume(name: string, args: readonly (number | bigint)[], level: number): Ended | undefined {
    this.level = level;
    this.state = REWINDING;
    this.startRewind(this.image.frameArea(level).start);
    return this.enter(name, args);
  }

  get isRewinding(): boolean {
    return this.state === REWINDING;
  }

  /** Called in an import when rewinding has reached it again, and execution continues. */
  arrived(): void {
    this.stopRewind();
    this.state = NORMAL;
  }

  /** Called in an import: suspends the call as soon as the import returns. */
  suspend(): void {
    const { start, end } = this.image.frameArea(this.level);
    this.memory.setUint32(start, start + 8, true);
    this.memory.setUint32(start + 4, end, true);
    this.startUnwind(start);
    this.state = UNWINDING;
  }

  private enter(name: string, args: readonly (number | bigint)[]): Ended | undefined {
    const value = (this.exports[name] as Export)(...args);
    this.bottom = UNKNOWN;
    if (this.state !== UNWINDING) return { value };
    this.stopUnwind();
    this.state = NORMAL;
    return undefined;
  }

  private imports(): WebAssembly.Imports {
    const imports: WebAssembly.Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(this.image.module)) {
      // WebAssembly converts a boolean to any type. While unwinding, the value does not matter.
      (imports[from] ??= {})[name] = (...args: (number | bigint)[]) => {
        this.bottom = UNKNOWN;
        return this.tenant!.imported(name, args) ?? false;
      };
    }
    return imports;
  }
}

/** Result of a call that has returned. */
export interface Ended {
  readonly value: number | bigint | undefined;
}
