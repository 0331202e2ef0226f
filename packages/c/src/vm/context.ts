import type { CellSize, Limit } from '@fencepost/core';
import { Cells, RestartSearch, readWord } from '@fencepost/core';
import { SHADOW, choicePlace, freedPlace } from '../runtime/base/places.js';
import type { SectionPlaces } from './atomic-sections.js';
import type { InitialMemory } from './initial-memory.js';
import type { Image } from './image.js';
import { Instances } from './instances.js';
import { Names } from './names.js';
import type { MemoryObject } from './objects.js';
import { Objects } from './objects.js';
import { POISON } from './poison.js';
import { Remarks } from '../runtime/base/run-notes.js';
import type { ExecutionChoices } from '../runtime/base/services.js';
import { Ownership } from './ownership.js';

/** How far programs are followed. */
export interface Bounds extends ExecutionChoices {
  /** Iterations of a loop with visible operations, each time it is entered; undefined: it depends on the loop. */
  readonly unroll: number | undefined;
  /** Loops that change nothing wait for a change; otherwise they are followed like others. */
  readonly wait: boolean;
}

/**
 * State shared by the threads of a program during exploration: none of it depends on the execution, and what is learned
 * in one (which objects are shared, how memory is divided) holds for all.
 */
export class Context {
  readonly image: Image;
  readonly instances: Instances;
  objects: Objects;
  cells = new Cells(true);
  ownership = new Ownership();
  readonly names = new Names(this);
  readonly bounds: Bounds;
  readonly limits = new Map<string, Limit>();
  /** Loops of which one iteration stands for several that read the same, with the most of them. */
  readonly repeated = new Map<string, number>();
  readonly remarks = new Remarks();
  /** Some thread besides main starts threads. */
  nested = false;
  /** Main starts threads after it has joined all others, and has ended objects in between. */
  startsAgain = false;
  beginning: InitialMemory;
  /** What atomic sections access. */
  readonly sections: SectionPlaces = { accessed: new Set(), torn: new Set() };
  /** Synchronisation objects that threads have used whose bytes no visible access has touched. */
  readonly locks = new Set<number>();
  /** Threads that use the clock beside others. */
  readonly clockUsers = new Set<number>();
  /** Threads that read it, and threads that sleep without having read it, beside others. */
  readonly clockReaders = new Set<number>();
  readonly sleepers = new Set<number>();
  /** Threads that others than those that started them detach, or that do so themselves. */
  readonly detachedByOthers = new Set<number>();
  /** Bits that the program leaves open, by the key of the request. */
  readonly choices = new Map<string, number>();

  /** How many sections of a test case are beside each other. */
  readonly testSections = new Map<number, number>();

  constructor(image: Image, bounds: Bounds, instances = new Instances(image)) {
    this.image = image;
    this.objects = new Objects(image.end);
    this.instances = instances;
    this.bounds = bounds;
    this.beginning = {
      data: image.data,
      objects: new Map(),
      freed: new Set(),
      ended: new Set(),
      synchronisation: new Map(),
    };
  }

  /** The place of an open bit: 0, until a dedicated thread sets it to 1 at some point. */
  choice(key: string): number {
    const known = this.choices.get(key);
    if (known !== undefined) return choicePlace(known);
    this.choices.set(key, this.choices.size);
    throw new RestartSearch('there is one more choice');
  }

  get choicePlaces(): readonly number[] {
    return [...this.choices.values()].map(choicePlace);
  }

  /** The content of a place before any visible operation, as a word. */
  initialValue(address: number, size: number): number {
    const { data, objects, ended, synchronisation } = this.beginning;
    if (address >= SHADOW) return synchronisation.get(address) ?? (ended.has(address - freedPlace(0)) ? 1 : 0);
    if (!this.objects.covers(address)) return readWord(data, address, size);
    const object = this.objects.near(address)!;
    if (ended.has(object.address)) return POISON[size as CellSize];
    const bytes = objects.get(object.address) ?? this.freshBytes(object);
    return readWord(bytes, address - object.address, size);
  }

  /** The thread uses the clock. Do others as well? */
  sharesClock(handle: number): boolean {
    const { clockUsers } = this;
    if (!clockUsers.has(handle)) {
      clockUsers.add(handle);
      if (clockUsers.size === 2) throw new RestartSearch('threads share the clock');
    }
    return clockUsers.size > 1;
  }

  /** The thread reads the clock beside others. */
  readsClock(handle: number): void {
    const before = this.timePasses;
    this.clockReaders.add(handle);
    if (before !== this.timePasses) throw new RestartSearch('threads sleep, and one reads the clock');
  }

  /** The thread sleeps beside others. */
  sleeps(handle: number): void {
    const before = this.timePasses;
    this.sleepers.add(handle);
    if (before !== this.timePasses) throw new RestartSearch('a thread reads the clock, and others sleep');
  }

  /** Can anybody tell that threads sleep? */
  get timePasses(): boolean {
    return this.clockReaders.size > 0 && this.sleepers.size > 0;
  }

  noteRepeated(what: string, times: number): void {
    this.repeated.set(what, Math.max(times, this.repeated.get(what) ?? 0));
  }

  /** Forgets what qualifies the verdict, as it will be noted again. */
  clearNotes(): void {
    this.limits.clear();
    this.repeated.clear();
    this.remarks.clear();
  }

  /** Contents of a new object. */
  freshBytes(object: MemoryObject): Uint8Array {
    if (object.template === undefined) return new Uint8Array(object.size);
    return this.image.data.slice(object.template, object.template + object.size);
  }
}
