import { LOWEST } from '../link/stack.js';
import { instantiate } from './instantiate.js';
import type { Image } from './image.js';

const NORMAL = 0;
const UNWINDING = 1;
const REWINDING = 2;

type Export = (...args: (number | bigint)[]) => number | bigint | undefined;

/** Who answers the imports of an instance: the thread that runs in it. */
export interface Tenant {
  /** The instance was taken away. */
  evicted(): void;
  /** Import `name` was called; the result, or undefined after `suspend`. */
  imported(name: string, args: readonly (number | bigint)[]): number | bigint | undefined;
}

/**
 * A WebAssembly instance for one thread at a time, suspended and resumed by Asyncify (Binaryen): to suspend, the import
 * in which it stands starts unwinding, and the call returns to us with its frames saved; to resume, the same export is
 * called again, rewinds to the same import, and goes on with its result.
 */
export class Instance {
  readonly memory: DataView;
  readonly bytes: Uint8Array;
  tenant: Tenant | undefined;
  private readonly image: Image;
  private readonly exports: WebAssembly.Exports;
  private readonly stackPointer: WebAssembly.Global;
  private readonly stackStart: number | bigint;
  /** How far down it has reached. */
  private readonly lowest: WebAssembly.Global;
  private readonly startUnwind: Export;
  private readonly stopUnwind: Export;
  private readonly startRewind: Export;
  private readonly stopRewind: Export;
  private state = NORMAL;
  /** How deeply the running call is nested in library functions. */
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
    this.stackPointer = exports['__stack_pointer'] as WebAssembly.Global;
    this.stackStart = this.stackPointer.value;
    this.lowest = exports[LOWEST] as WebAssembly.Global;
    this.startUnwind = exports['asyncify_start_unwind'] as Export;
    this.stopUnwind = exports['asyncify_stop_unwind'] as Export;
    this.startRewind = exports['asyncify_start_rewind'] as Export;
    this.stopRewind = exports['asyncify_stop_rewind'] as Export;
  }

  /** Makes it as new, for another tenant. (Nobody else writes to the data: accesses to it are imports.) */
  reset(tenant: Tenant): void {
    this.tenant?.evicted();
    this.tenant = tenant;
    if (this.state === UNWINDING) this.stopUnwind();
    if (this.state === REWINDING) this.stopRewind();
    this.state = NORMAL;
    this.stackPointer.value = this.stackStart;
    this.bytes.fill(0, Number(this.lowest.value), this.image.stackTop);
    this.lowest.value = this.stackStart;
    for (const place of this.image.ownVariables) this.memory.setInt32(place, 0, true);
  }

  /** Can the code destroy what its frames hold when the thread ends from within? */
  get unwinds(): boolean {
    return this.image.exiting !== undefined;
  }

  /** The thread has ended from within: calls return at once, and destroy what their frames hold. */
  get isExiting(): boolean {
    return this.image.exiting !== undefined && this.memory.getInt32(this.image.exiting, true) !== 0;
  }

  set isExiting(value: boolean) {
    if (this.image.exiting !== undefined) this.memory.setInt32(this.image.exiting, value ? 1 : 0, true);
  }

  /** The label of the user's call of a header's function that is running; negative: none is. */
  get caller(): number {
    return this.image.caller === undefined ? -1 : this.memory.getInt32(this.image.caller, true) - 1;
  }

  /** The lowest address of the private stack that is in use. */
  get stackBottom(): number {
    return Number(this.stackPointer.value);
  }

  /** Calls an export; undefined if it was suspended. */
  call(name: string, args: readonly (number | bigint)[], level: number): Ended | undefined {
    this.level = level;
    this.isExiting = false;
    return this.enter(name, args);
  }

  /** Goes on with a suspended call. */
  resume(name: string, args: readonly (number | bigint)[], level: number): Ended | undefined {
    this.level = level;
    this.state = REWINDING;
    this.startRewind(this.image.frameArea(level).start);
    return this.enter(name, args);
  }

  get isRewinding(): boolean {
    return this.state === REWINDING;
  }

  /** In an import: it has been reached again, and goes on. */
  arrived(): void {
    this.stopRewind();
    this.state = NORMAL;
  }

  /** In an import: suspend the call as soon as it returns. */
  suspend(): void {
    const { start, end } = this.image.frameArea(this.level);
    this.memory.setUint32(start, start + 8, true);
    this.memory.setUint32(start + 4, end, true);
    this.startUnwind(start);
    this.state = UNWINDING;
  }

  private enter(name: string, args: readonly (number | bigint)[]): Ended | undefined {
    const value = (this.exports[name] as Export)(...args);
    if (this.state !== UNWINDING) return { value };
    this.stopUnwind();
    this.state = NORMAL;
    return undefined;
  }

  private imports(): WebAssembly.Imports {
    const imports: WebAssembly.Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(this.image.module)) {
      // A boolean is what WebAssembly takes for a value of any type; while unwinding it does not matter which.
      (imports[from] ??= {})[name] = (...args: (number | bigint)[]) => this.tenant!.imported(name, args) ?? false;
    }
    return imports;
  }
}

/** A function that was run to its end, and what it returned. */
export interface Ended {
  readonly value: number | bigint | undefined;
}
