import type { Limit, Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import type { Allocator } from '../../runtime/base/services.js';
import type { NameKind } from './object-names.js';
import { ObjectNames } from './object-names.js';

/**
 * Start of the objects: far beyond linear memory (and beyond all data), so that an address shows which kind of memory
 * it belongs to.
 */
const FIRST_ADDRESS = 1 << 28;
/** Upper bound of addresses, so that pointers stay small words (core: wide-words.ts). */
const LAST_ADDRESS = 1 << 30;
const ALIGNMENT = 16;
const FIRST_ALIGNMENT = 1 << 16;
/** Unused bytes between objects. */
const GAP = 256;

/**
 * Size of objects that must leave this much room for smaller ones. A data race can make a program allocate a random
 * number of bytes; the other executions are still explored.
 */
const LARGE = 1 << 20;
const RESERVED = 1 << 26;

/** Thrown if there is no room for another object. The execution is cut off here. */
export class NoRoom extends Error {
  readonly site: Site | undefined;
  constructor(site: Site | undefined) {
    super('the objects of all executions take too much memory');
    this.site = site;
  }

  get limit(): Limit {
    const what = this.site === undefined ? 'an allocation' : `the allocation at ${formatSite(this.site)}`;
    const bound = `${(LAST_ADDRESS - FIRST_ADDRESS) >> 20} MiB for the objects of all executions`;
    return { what, bound, advice: 'allocate less in the check' };
  }
}

/** Kind of allocation, which determines when the lifetime ends. */
export type ObjectKind = 'heap' | 'local' | 'thread-local';

/** Memory allocated while the program runs. */
export interface MemoryObject {
  readonly kind: ObjectKind;
  readonly address: number;
  readonly size: number;
  readonly statement: string;
  /** Handle of the thread that made it. */
  readonly thread: number;
  readonly ordinal: number;
  /** Name of the object. No other object has it. */
  readonly name: string;
  readonly known: NameKind;
  readonly site: Site | undefined;
  /** Names the part at an offset; undefined if unknown. */
  describe: ((offset: number) => string) | undefined;
  /** Number of its type, or of the type of its elements. */
  readonly view: number | undefined;
  /** Types by which threads have accessed parts of it, if its own type gives no information, by offset. */
  readonly looks: Look[];
  /** Offset of its initial contents in the data; undefined: zeros. */
  readonly template: number | undefined;
  readonly align: number;
  /** Whether it is a local that ends with a block or an expression, before its function returns. */
  readonly scoped: boolean;
  /** The function that allocated it, if it is a heap object. */
  readonly by: Allocator | undefined;
  /** Group of the objects made by the same statement; they are shared together. */
  readonly group: ObjectGroup;
  /** Whether some thread frees it while others can see it. */
  freed: boolean;
  /** The threads that free it while others can see it, in order of discovery. */
  readonly freers: number[];
  /** Threads and places that were observed to free it. */
  readonly frees: { readonly thread: number; readonly site: Site | undefined }[];
  /** Whether some thread uses a lock in it. */
  locked: boolean;
  /** Whether main frees it when no other thread is left, without a visible operation. */
  freedQuietly: boolean;
}

/** A type by which a thread has accessed a part of an object. */
export interface Look {
  readonly offset: number;
  readonly view: number;
  readonly name: string;
}

/** Details that do not identify an object. */
export interface ObjectDetails {
  /** Name of a variable or a type; a number may be added. */
  readonly name: string;
  readonly known: NameKind;
  readonly view?: number | undefined;
  readonly site: Site | undefined;
  readonly describe?: ((offset: number) => string) | undefined;
  readonly template?: number;
  /** Its alignment, if more than the default. */
  readonly align?: number | undefined;
  readonly scoped?: boolean;
  readonly by?: Allocator | undefined;
}

/** Everything needed to make an object again. Plain JSON. */
export interface SavedObject {
  readonly kind: ObjectKind;
  readonly statement: string;
  readonly thread: number;
  readonly ordinal: number;
  readonly size: number;
  readonly name: string;
  readonly known: NameKind;
  readonly view?: number;
  readonly looks: readonly Look[];
  readonly site?: Site;
  readonly template?: number;
  readonly align: number;
  readonly scoped: boolean;
  readonly by?: Allocator;
  readonly shared: boolean;
  readonly locking: boolean;
  readonly freed: boolean;
  readonly freers: readonly number[];
  readonly severalFree: boolean;
  readonly begins?: boolean;
  readonly freedQuietly: boolean;
}

/** The properties that identify an object in every execution. */
type Identity = Pick<MemoryObject, 'kind' | 'statement' | 'thread' | 'ordinal' | 'size' | 'align'>;

/** Objects made by the same statement. Facts learned about one hold for all. */
export interface ObjectGroup {
  /**
   * Whether more than one thread accesses objects of the group. Until then they are private to the threads that make
   * them.
   */
  shared: boolean;
  /** Whether threads other than their makers use locks in them. */
  locking: boolean;
  /** Whether several threads free one of them, in one execution or in different ones. */
  severalFree: boolean;
  /** Whether other threads can see that their lifetimes begin. */
  begins: boolean;
}

/**
 * Objects have unique addresses, which are never reused. The address is a function of the thread that makes the object,
 * the object's ordinal in that thread, and its size, so it is the same in every execution.
 */
export class Objects {
  private readonly objects: MemoryObject[] = [];
  private readonly known = new Map<string, MemoryObject>();
  private readonly groups = new Map<string, ObjectGroup>();
  /** Objects that some thread frees while others can see them. */
  readonly freed: MemoryObject[] = [];
  private readonly names = new ObjectNames();
  private readonly first: number;
  private next: number;

  /** `memoryEnd`: end of linear memory. */
  constructor(memoryEnd = 0) {
    this.first = Math.max(FIRST_ADDRESS, Math.ceil((memoryEnd + GAP) / FIRST_ALIGNMENT) * FIRST_ALIGNMENT);
    this.next = this.first;
  }

  make(
    kind: ObjectKind,
    statement: string,
    thread: number,
    ordinal: number,
    size: number,
    details: ObjectDetails,
  ): MemoryObject {
    const align = Math.max(ALIGNMENT, details.align ?? 0);
    const key = keyOf({ statement, thread, ordinal, size, align });
    const known = this.known.get(key);
    if (known !== undefined) {
      known.describe ??= renamed(details, known.name); // unknown for a restored one
      return known;
    }
    const name = this.names.claim(details.name, details.known, thread);
    return this.add(
      key,
      { kind, statement, thread, ordinal, size, align },
      { ...details, name, describe: renamed(details, name) },
    );
  }

  private add(
    key: string,
    { kind, statement, thread, ordinal, size, align }: Identity,
    details: ObjectDetails,
  ): MemoryObject {
    const address = Math.ceil(this.next / align) * align;
    const end = address + Math.ceil((size + GAP) / ALIGNMENT) * ALIGNMENT;
    if (end > (size < LARGE ? LAST_ADDRESS : LAST_ADDRESS - RESERVED)) throw new NoRoom(details.site);
    this.next = end;
    let group = this.groups.get(statement);
    if (group === undefined)
      this.groups.set(statement, (group = { shared: false, locking: false, severalFree: false, begins: false }));
    const { name, known, site, describe, view, template, scoped = false, by } = details;
    const object: MemoryObject = {
      ...{
        kind,
        address,
        size,
        statement,
        thread,
        ordinal,
        name,
        known,
        site,
        describe,
        view,
        template,
        align,
        scoped,
        by,
        group,
      },
      looks: [],
      freed: false,
      freers: [],
      frees: [],
      locked: false,
      freedQuietly: false,
    };
    this.objects.push(object);
    this.known.set(key, object);
    return object;
  }

  /** Records that a thread accesses a part of an object by this type, called `name`. */
  look(object: MemoryObject, offset: number, view: number, name: string): void {
    object.looks.push({ offset, view, name: this.names.claim(name, 'type', object.thread) });
  }

  noteFreed(object: MemoryObject): void {
    object.freed = true;
    this.freed.push(object);
  }

  /** Returns the objects in the order they were made, which determines their addresses. */
  save(): readonly SavedObject[] {
    return this.objects.map(
      ({ address: _a, describe: _d, locked: _l, frees: _f, group, site, template, view, by, ...rest }) => ({
        ...rest,
        ...group,
        ...(view !== undefined && { view }),
        ...(site && { site }),
        ...(by && { by }),
        ...(template !== undefined && { template }),
      }),
    );
  }

  /** Restores saved objects at the same addresses. */
  static restored(saved: readonly SavedObject[], memoryEnd: number): Objects {
    const objects = new Objects(memoryEnd);
    for (const {
      kind,
      statement,
      thread,
      ordinal,
      size,
      align,
      shared,
      locking,
      severalFree,
      begins,
      ...more
    } of saved) {
      const { freed, freers, freedQuietly, looks, ...details } = more;
      const identity = { kind, statement, thread, ordinal, size, align };
      const object = objects.add(keyOf(identity), identity, { site: undefined, ...details });
      objects.names.keep(object.name, object.known);
      for (const { name } of looks) objects.names.keep(name, 'type');
      object.looks.push(...looks);
      object.group.shared ||= shared;
      object.group.locking ||= locking;
      object.group.severalFree ||= severalFree;
      object.group.begins ||= begins === true;
      object.freers.push(...freers);
      if (freed) objects.noteFreed(object);
      object.freedQuietly = freedQuietly;
    }
    return objects;
  }

  /** Returns the object at or before this address: a gap belongs to the object before it. */
  near(address: number): MemoryObject | undefined {
    let low = 0;
    let high = this.objects.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.objects[middle]!.address <= address) low = middle + 1;
      else high = middle;
    }
    return this.objects[low - 1];
  }

  /** Returns the heap object that begins at this address. */
  allocatedAt(address: number): MemoryObject | undefined {
    const object = this.near(address);
    return object?.address === address && object.kind === 'heap' ? object : undefined;
  }

  /** Whether the address is in the range of objects. */
  covers(address: number): boolean {
    return address >= this.first && address < LAST_ADDRESS;
  }
}

function keyOf({ statement, thread, ordinal, size, align }: Omit<Identity, 'kind'>): string {
  return `${statement} ${thread} ${ordinal} ${size} ${align}`;
}

/** Replaces the name of the variable by the name of the object in the names of parts. */
function renamed({ name, describe }: ObjectDetails, own: string): ObjectDetails['describe'] {
  if (describe === undefined || own === name) return describe;
  return (offset) => own + describe(offset).slice(name.length);
}
