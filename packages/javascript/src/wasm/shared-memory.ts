import type { ElementType } from '@fencepost/core';
import { current, theWorld } from '../world/running/current.js';
import type { Memory } from '../memory/model/memory.js';
import type { SharedView } from '../memory/views/views.js';
import { memoryOf, shared } from '../memory/views/views.js';
import { trap } from './traps.js';
import type { WasmMemory } from './memory.js';
import { PAGE, mostPages } from './memory.js';

type NameAt = (offset: number) => string | undefined;

/** A shared memory as accessed by code. */
export class AccessedSharedMemory {
  readonly object: WasmMemory;
  private buffer: SharedArrayBuffer;
  private length: number;
  private known: Memory;
  private views: { readonly 4: SharedView; readonly 8: SharedView } | undefined;

  private readonly nameAt: NameAt;

  /** `nameAt`: returns the name of the variable at an offset. */
  constructor(object: WasmMemory, nameAt: NameAt) {
    this.object = object;
    this.nameAt = nameAt;
    this.buffer = object.buffer as SharedArrayBuffer;
    this.length = this.buffer.byteLength;
    this.known = memoryOf(this.buffer);
  }

  /** The memory as words of the models. */
  get memory(): Memory {
    if (!this.known.isCurrent) this.known = memoryOf(this.buffer);
    return this.known;
  }

  get pages(): number {
    this.refresh();
    return this.length / PAGE;
  }

  /** Returns the previous number of pages, or -1. */
  grow(pages: number): number {
    const before = this.pages;
    if (pages === 0) return before;
    return before + pages > mostPages(this.object) ? -1 : this.object.grow(pages);
  }

  /** Returns the offset of an access; traps if it is out of bounds. */
  offsetOf(address: number, offset: number, size: number, isAtomic: boolean): number {
    const at = (address >>> 0) + offset;
    if (at + size > this.length) this.refresh();
    if (at + size > this.length) throw trap('memory access out of bounds');
    if (isAtomic && at % size !== 0) throw trap('operation does not support unaligned accesses');
    return at;
  }

  /** Returns the offset of a range of bytes, all of which must exist. */
  rangeAt(address: number, count: number): number {
    return this.offsetOf(address, 0, count >>> 0, false);
  }

  /** Returns the word at an offset, in a view on which a thread can wait. */
  spotAt(offset: number, size: 4 | 8): { readonly view: SharedView; readonly index: number } {
    this.views ??= {
      4: shared(new Int32Array(this.buffer))!,
      8: shared(new BigInt64Array(this.buffer, 0, Math.floor(this.length / 8)))!,
    };
    return { view: this.views[size], index: offset / size };
  }

  /** Sets the name and form in which reports show the memory at an offset. */
  name(offset: number, form: ElementType): void {
    if (current.run === undefined) return;
    theWorld().context.nameAddress(this.memory.base + offset, current.site, form, () => this.nameAt(offset) ?? '');
  }

  /** Updates the buffer, which may have grown. */
  private refresh(): void {
    const buffer = this.object.buffer as SharedArrayBuffer;
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    this.length = buffer.byteLength;
    this.known = memoryOf(buffer);
    this.views = undefined;
  }
}
