import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { NameKind } from './object-names.js';
import { ObjectNames } from './object-names.js';

/**
 * Start of the objects: far beyond linear memory (and beyond all data), so that an address shows what it belongs to.
 */
const FIRST_ADDRESS = 1 << 28;
/** Pointers stay small words (core: wide-words.ts). */
const LAST_ADDRESS = 1 << 30;
const ALIGNMENT = 16;
const FIRST_ALIGNMENT = 1 << 16;
/** Unused bytes between objects. */
const GAP = 256;

/** How an object is made, and when its lifetime ends. */
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
  /** No other object has this name. */
  readonly name: string;
  readonly known: NameKind;
  readonly site: Site | undefined;
  /** Names the part at an offset, if known. */
  describe: ((offset: number) => string) | undefined;
  /** The number of its type, or of that of its elements. */
  readonly view: number | undefined;
  /** Types by which threads have looked at parts of it, if its own says nothing, by offset. */
  readonly looks: Look[];
  /** Where in the data its initial contents are; undefined: zeros. */
  readonly template: number | undefined;
  readonly align: number;
  /** A local that ends with a block or an expression, before its function returns. */
  readonly scoped: boolean;
  /** Objects made by the same statement are shared together. */
  readonly group: ObjectGroup;
  /** Some thread frees it while others can see it. */
  freed: boolean;
  /** Those threads, in order of discovery. */
  readonly freers: number[];
  /** By whom and where it was seen to be freed. */
  readonly frees: { readonly thread: number; readonly site: Site | undefined }[];
  /** Some thread uses a lock in it. */
  locked: boolean;
  /** Main frees it when no other thread is left, without a visible operation. */
  freedQuietly: boolean;
}

/** A type by which a thread has looked at a part of an object. */
export interface Look {
  readonly offset: number;
  readonly view: number;
  readonly name: string;
}

/** Details that do not identify an object. */
export interface ObjectDetails {
  /** Of a variable or a type; a number may be added. */
  readonly name: string;
  readonly known: NameKind;
  readonly view?: number | undefined;
  readonly site: Site | undefined;
  readonly describe?: ((offset: number) => string) | undefined;
  readonly template?: number;
  /** Its alignment, if more than the default. */
  readonly align?: number | undefined;
  readonly scoped?: boolean;
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
  readonly shared: boolean;
  readonly locking: boolean;
  readonly freed: boolean;
  readonly freers: readonly number[];
  readonly severalFree: boolean;
  readonly freedQuietly: boolean;
}

/** What makes an object the same in every execution. */
type Identity = Pick<MemoryObject, 'kind' | 'statement' | 'thread' | 'ordinal' | 'size' | 'align'>;

/** Objects made by the same statement; what is learned about one holds for all. */
export interface ObjectGroup {
  /** More than one thread accesses objects of the group; until then they are private to the threads that make them. */
  shared: boolean;
  /** Threads other than their makers use locks in them. */
  locking: boolean;
  /** One of them is freed by several threads, in one execution or in different ones. */
  severalFree: boolean;
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

  /** `memoryEnd`: where linear memory ends. */
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
    this.next = address + Math.ceil((size + GAP) / ALIGNMENT) * ALIGNMENT;
    if (this.next > LAST_ADDRESS) {
      throw new FencepostError('TOO_LARGE', 'the program allocates too much memory', {
        ...(details.site && { site: details.site }),
      });
    }
    let group = this.groups.get(statement);
    if (group === undefined)
      this.groups.set(statement, (group = { shared: false, locking: false, severalFree: false }));
    const { name, known, site, describe, view, template, scoped = false } = details;
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

  /** A thread looks at a part of an object by this type, called `name`. */
  look(object: MemoryObject, offset: number, view: number, name: string): void {
    object.looks.push({ offset, view, name: this.names.claim(name, 'type', object.thread) });
  }

  noteFreed(object: MemoryObject): void {
    object.freed = true;
    this.freed.push(object);
  }

  /** Objects in the order they were made, which determines their addresses. */
  save(): readonly SavedObject[] {
    return this.objects.map(
      ({ address: _a, describe: _d, locked: _l, frees: _f, group, site, template, view, ...rest }) => ({
        ...rest,
        ...group,
        ...(view !== undefined && { view }),
        ...(site && { site }),
        ...(template !== undefined && { template }),
      }),
    );
  }

  /** Restores saved objects at the same addresses. */
  static restored(saved: readonly SavedObject[], memoryEnd: number): Objects {
    const objects = new Objects(memoryEnd);
    for (const { kind, statement, thread, ordinal, size, align, shared, locking, severalFree, ...more } of saved) {
      const { freed, freers, freedQuietly, looks, ...details } = more;
      const identity = { kind, statement, thread, ordinal, size, align };
      const object = objects.add(keyOf(identity), identity, { site: undefined, ...details });
      objects.names.keep(object.name, object.known);
      for (const { name } of looks) objects.names.keep(name, 'type');
      object.looks.push(...looks);
      object.group.shared ||= shared;
      object.group.locking ||= locking;
      object.group.severalFree ||= severalFree;
      object.freers.push(...freers);
      if (freed) objects.noteFreed(object);
      object.freedQuietly = freedQuietly;
    }
    return objects;
  }

  /** The object at or before this address: a gap belongs to the object before it. */
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

  /** Is this address in the range of objects? */
  covers(address: number): boolean {
    return address >= this.first && address < LAST_ADDRESS;
  }
}

function keyOf({ statement, thread, ordinal, size, align }: Omit<Identity, 'kind'>): string {
  return `${statement} ${thread} ${ordinal} ${size} ${align}`;
}

/** Names parts by the name of the object in place of that of its variable. */
function renamed({ name, describe }: ObjectDetails, own: string): ObjectDetails['describe'] {
  if (describe === undefined || own === name) return describe;
  return (offset) => own + describe(offset).slice(name.length);
}
