import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';

/** Where objects begin: far beyond linear memory (and beyond all data), so that an address says what it belongs to. */
const FIRST_ADDRESS = 1 << 28;
/** Pointers stay small words (core: wide-words.ts). */
const LAST_ADDRESS = 1 << 30;
const ALIGNMENT = 16;
const FIRST_ALIGNMENT = 1 << 16;
/** Bytes between objects that belong to nobody. */
const GAP = 256;

/** Who makes an object, and when it ceases to exist. */
export type ObjectKind = 'heap' | 'local' | 'thread-local';

/** Memory that is made while the program runs. */
export interface MemoryObject {
  readonly kind: ObjectKind;
  readonly address: number;
  readonly size: number;
  readonly statement: string;
  /** Handle of the thread that made it. */
  readonly thread: number;
  readonly ordinal: number;
  readonly name: string;
  readonly site: Site | undefined;
  /** The part at an offset, where it is known. */
  describe: ((offset: number) => string) | undefined;
  /** Where in the data its first contents are; undefined: zeros. */
  readonly template: number | undefined;
  readonly align: number;
  /** Objects made by the same statement are shared together. */
  readonly group: ObjectGroup;
  /** Some thread frees it while others can see it. */
  freed: boolean;
  /** The threads that do, in the order they were met. */
  readonly freers: number[];
  /** Some thread uses a lock in it. */
  locked: boolean;
  /** Main frees it when nobody else is left, without a visible operation. */
  freedQuietly: boolean;
}

/** What does not tell an object from others. */
export interface ObjectDetails {
  readonly name: string;
  readonly site: Site | undefined;
  readonly describe?: ((offset: number) => string) | undefined;
  readonly template?: number;
  /** What its address must be a multiple of, if that is more than for all. */
  readonly align?: number | undefined;
}

/** All that is needed to make an object again. Plain JSON. */
export interface SavedObject {
  readonly kind: ObjectKind;
  readonly statement: string;
  readonly thread: number;
  readonly ordinal: number;
  readonly size: number;
  readonly name: string;
  readonly site?: Site;
  readonly template?: number;
  readonly align: number;
  readonly shared: boolean;
  readonly locking: boolean;
  readonly freed: boolean;
  readonly freers: readonly number[];
  readonly severalFree: boolean;
  readonly freedQuietly: boolean;
}

/** Objects that the same statement makes, of which is learned together. */
export interface ObjectGroup {
  /** More than one thread touches objects of the group; until then they are private to the threads that make them. */
  shared: boolean;
  /** Other threads than the ones that make them use locks in them. */
  locking: boolean;
  /** One of them is freed by several threads, in one execution or in different ones. */
  severalFree: boolean;
}

/**
 * Objects have addresses of their own, never used again for another. The address is a function of who makes the object,
 * the how-manieth of its thread it is, and its size, so it means the same in every execution.
 */
export class Objects {
  private readonly objects: MemoryObject[] = [];
  private readonly known = new Map<string, MemoryObject>();
  private readonly groups = new Map<string, ObjectGroup>();
  /** Those that some thread frees while others can see them. */
  readonly freed: MemoryObject[] = [];
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
    const key = `${statement} ${thread} ${ordinal} ${size} ${align}`;
    const known = this.known.get(key);
    if (known !== undefined) {
      known.describe ??= details.describe; // not known of one that was restored
      return known;
    }
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
    const { name, site, describe, template } = details;
    const object: MemoryObject = {
      ...{ kind, address, size, statement, thread, ordinal, name, site, describe, template, align, group },
      freed: false,
      freers: [],
      locked: false,
      freedQuietly: false,
    };
    this.objects.push(object);
    this.known.set(key, object);
    return object;
  }

  noteFreed(object: MemoryObject): void {
    object.freed = true;
    this.freed.push(object);
  }

  /** Objects in the order in which they were made: from that their addresses follow. */
  save(): readonly SavedObject[] {
    return this.objects.map(({ address: _a, describe: _d, locked: _l, group, site, template, ...rest }) => ({
      ...rest,
      ...group,
      ...(site && { site }),
      ...(template !== undefined && { template }),
    }));
  }

  /** The objects that were saved, at the same addresses. */
  static restored(saved: readonly SavedObject[], memoryEnd: number): Objects {
    const objects = new Objects(memoryEnd);
    for (const { kind, statement, thread, ordinal, size, shared, locking, severalFree, ...more } of saved) {
      const { freed, freers, freedQuietly, ...details } = more;
      const object = objects.make(kind, statement, thread, ordinal, size, { site: undefined, ...details });
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

  /** Is this an address of the part of memory where objects are? */
  covers(address: number): boolean {
    return address >= this.first && address < LAST_ADDRESS;
  }
}
