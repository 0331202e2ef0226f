import type { Site } from '@fencepost/core';
import { decodeWide } from '@fencepost/core';
import type { LabelInfo } from '../../ir/syntax/tables.js';
import { SHADOW, describePlace, freedAt, isOfRuntime } from '../../runtime/base/places.js';
import type { InitialMemory } from './initial-memory.js';
import type { Holder } from './heap-object-names.js';
import { holders } from './heap-object-names.js';
import type { Image } from '../instance/image.js';
import type { NameKind } from './object-names.js';
import { partName, wholeName } from './object-names.js';
import type { Look, MemoryObject, Objects } from './objects.js';
import { isPoison } from './poison.js';

/** The state that names are derived from. */
interface Named {
  readonly image: Image;
  readonly objects: Objects;
  readonly beginning: InitialMemory;
}

/** Guards of local statics, and a variable of the C library that records whether there are other threads. */
const OF_COMPILER = /^(?:guard of |__libc_single_threaded$)/;

/** Variables of the libraries of C++ and Rust, and the flag of Rust's locks for panics, which here are failures. */
const OF_LIBRARY = /^std::|\.poison\.failed$/;

const VTABLE = /(?:\.|->)vtable$/;

/** Names of memory locations and their contents in the user's terms. */
export class Names {
  private readonly of: Named;
  /** Names by which heap objects were reachable at a beginning. */
  private held: { readonly at: InitialMemory; readonly by: ReadonlyMap<number, Holder> } | undefined;

  constructor(of: Named) {
    this.of = of;
  }

  /** Formats a value in memory; a pointer is shown as the name of its target. */
  show(word: number, address: number, size: number): string {
    if (this.of.objects.covers(address) && this.of.objects.near(address)?.freed === true && isPoison(word, size))
      return this.of.objects.near(address)!.kind === 'local' ? 'the rest of a variable' : 'freed memory';
    if (size !== this.of.image.tables.pointerSize) return String(size >= 8 ? decodeWide(word) : word);
    return this.pointer(size === 8 ? decodeWide(word) : word);
  }

  /** Formats a pointer as the name of its target, and other words as numbers. */
  pointer(word: number | bigint): string {
    const value = Number(word);
    const known = this.of.objects.covers(value)
      ? this.of.objects.near(value) !== undefined
      : this.of.image.globalAt(value) !== undefined;
    return known ? `&${this.nameOfWhole(value)}` : String(word);
  }

  /** Returns the name of the object or member that starts at this address. */
  private nameOfWhole(address: number): string {
    const { start, describe } = this.described(address);
    return wholeName(describe, address - start);
  }

  /** Whether the address concerns lifetimes of objects, threads, or internals of the compiler and the C++ library. */
  isUpkeep(address: number): boolean {
    if (freedAt(address) !== undefined || isOfRuntime(address)) return true;
    const name = this.nameOf(address);
    return VTABLE.test(name) || OF_COMPILER.test(name) || OF_LIBRARY.test(name);
  }

  /** Returns the name of memory that a call allocates: from a variable, its type, or the line. */
  ofAllocation(call: LabelInfo | undefined, site: Site | undefined): Pick<MemoryObject, 'name' | 'known' | 'view'> {
    const { view, variable } = call ?? {};
    if (variable !== undefined) return { name: variable, known: 'pointer', view };
    const type = view === undefined ? undefined : this.of.image.tables.views[view]?.name;
    if (type !== undefined) return { name: type, known: 'type', view };
    return { name: site === undefined ? 'object' : `object of line ${site.line}`, known: 'variable', view };
  }

  /** Returns the name of a place, for reports. */
  nameOf(address: number): string {
    const freed = freedAt(address);
    if (freed !== undefined) return this.nameOfWhole(freed);
    if (address >= SHADOW) return describePlace(address, (each) => this.nameOf(each));
    const { start, describe } = this.described(address);
    return describe(address - start);
  }

  /** Returns the name of a heap object as a whole. */
  ofObject(object: MemoryObject): string {
    const { name, known, isContainer } = this.holderOf(object);
    return known === 'pointer' && !isContainer ? `*${name}` : name;
  }

  /** Returns where the object or variable at an address starts, and the function that names its parts. */
  private described(address: number): { readonly start: number; readonly describe: (offset: number) => string } {
    const object = this.of.objects.covers(address) ? this.of.objects.near(address) : undefined;
    if (object !== undefined) return { start: object.address, describe: (offset) => this.partOf(object, offset) };
    const global = this.of.objects.covers(address) ? undefined : this.of.image.globalAt(address);
    if (global === undefined) return { start: address, describe: (offset) => `[${address + offset}]` };
    return { start: global.address, describe: global.info.describe };
  }

  private partOf(object: MemoryObject, offset: number): string {
    if (object.describe !== undefined) return object.describe(offset);
    const { views } = this.of.image.tables;
    const look = object.looks.findLast(
      (each) =>
        offset >= each.offset && (offset < each.offset + views[each.view]!.size || views[each.view]!.isFlexible),
    );
    if (look === undefined) {
      const { name, isContainer, ...named } = this.holderOf(object);
      const own = object.view === undefined ? undefined : views[object.view];
      return partName({ ...named, name, isArray: isContainer }, own, offset);
    }
    const view = views[look.view]!;
    return partName({ name: look.name, known: 'type', size: view.size }, view, offset - look.offset);
  }

  /** Returns the name of a heap object, or that of the array or vector by which it was first reached. */
  private holderOf(object: MemoryObject): Holder & { readonly known: NameKind; readonly size: number } {
    const { name, known, size } = object;
    if (this.held?.at !== this.of.beginning) this.held = { at: this.of.beginning, by: holders(this.of) };
    const holder = known === 'pointer' ? undefined : this.held.by.get(object.address);
    return holder === undefined ? { name, known, size, isContainer: false } : { ...holder, known: 'pointer', size };
  }

  /** Records the type by which a thread accesses an object, if the object's own type gives no information. */
  look(object: MemoryObject, offset: number, number: number): void {
    if (object.kind !== 'heap' || offset < 0) return;
    const { views } = this.of.image.tables;
    if (object.view !== undefined && (views[object.view]!.isClass || views[object.view]!.size > 1)) return;
    const { name, size } = views[number]!;
    if (offset + size > object.size) return;
    const overlaps = (look: Look): boolean =>
      look.offset < offset + size && offset < look.offset + views[look.view]!.size;
    const others = object.looks.filter(overlaps);
    // The larger type is more informative: that of an object, not that of its first member.
    if (others.some((other) => views[other.view]!.size >= size)) return;
    for (const other of others) object.looks.splice(object.looks.indexOf(other), 1);
    this.of.objects.look(object, offset, number, name);
    object.looks.sort((a, b) => a.offset - b.offset);
  }
}
