import type { CellSize, Limit, Site } from '@fencepost/core';
import { Cells, RestartSearch, formatSite, readWord } from '@fencepost/core';
import { SHADOW, choicePlace, freedAt, freedPlace } from '../../runtime/base/places.js';
import type { SectionPlaces } from './atomic-sections.js';
import type { InitialMemory } from '../objects/initial-memory.js';
import { FIRST_ADDRESS } from '../../address-space.js';
import type { Image } from '../instance/image.js';
import { Instances } from '../instance/instances.js';
import { Names } from '../objects/names.js';
import type { MemoryObject } from '../objects/objects.js';
import { Objects } from '../objects/objects.js';
import { POISON, UNSET, mayBeUnset } from '../objects/poison.js';
import { Remarks } from '../../runtime/base/run-notes.js';
import type { ExecutionChoices } from '../../runtime/base/services.js';
import { Ownership } from './ownership.js';

/** Bounds of the exploration of a program. */
export interface Bounds extends ExecutionChoices {
  /** Iterations of a loop with visible operations, each time it is entered; undefined: depends on the loop. */
  readonly unroll: number | undefined;
  /** Whether loops that change nothing wait for a change. Otherwise they are unrolled like other loops. */
  readonly wait: boolean;
}

/**
 * State shared by the threads of a program during exploration. None of it depends on the execution: facts learned in
 * one execution (which objects are shared, how memory is divided) hold for all.
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
  /** Loops where one iteration stands for several with the same reads, with the largest number of such iterations. */
  readonly repeated = new Map<string, number>();
  readonly remarks = new Remarks();
  /** Whether a thread other than main starts threads. */
  nested = false;
  /** Whether main starts threads after it has joined all others and has ended objects in between. */
  startsAgain = false;
  beginning: InitialMemory;
  /** Memory that atomic sections access. */
  readonly sections: SectionPlaces = { accessed: new Set(), torn: new Set() };
  /** Synchronisation objects that threads have used and whose bytes no visible access has touched. */
  readonly locks = new Set<number>();
  /** Threads that use the clock while other threads exist. */
  readonly clockUsers = new Set<number>();
  /**
   * Threads that read the clock while other threads exist. `sleepers`: threads that then sleep without having read it.
   */
  readonly clockReaders = new Set<number>();
  readonly sleepers = new Set<number>();
  /** Threads detached by themselves, or by a thread other than the one that started them. */
  readonly detachedByOthers = new Set<number>();
  /** Bits that the program leaves open, by the key of the request. */
  readonly choices = new Map<string, number>();
  private isScouting = false;
  private hasLearned = false;

  /** Number of sibling sections of a test case, by a number that identifies their place. */
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

  /** Returns the place of an open bit. The bit is 0 until a dedicated thread sets it to 1 at some point. */
  choice(key: string): number {
    const known = this.choices.get(key);
    if (known !== undefined) return choicePlace(known);
    this.choices.set(key, this.choices.size);
    this.restart('there is one more choice');
    return choicePlace(this.choices.size - 1);
  }

  /** Turns scouting on or off. Returns whether anything was learned since the last call. */
  scout(on: boolean): boolean {
    const { hasLearned } = this;
    this.isScouting = on;
    this.hasLearned = false;
    return hasLearned;
  }

  /** Restarts the search, unless it is a scouting one. */
  restart(what: string): void {
    if (!this.isScouting) throw new RestartSearch(what);
    this.hasLearned = true;
  }

  get choicePlaces(): readonly number[] {
    return [...this.choices.values()].map(choicePlace);
  }

  /** Returns the content of a place before any visible operation, as a word. */
  initialValue(address: number, size: number): number {
    const { data, objects, ended, synchronisation } = this.beginning;
    if (address >= SHADOW) return synchronisation.get(address) ?? (ended.has(address - freedPlace(0)) ? 1 : 0);
    if (!this.objects.covers(address)) return readWord(data, address - FIRST_ADDRESS, size);
    const object = this.objects.near(address)!;
    if (ended.has(object.address)) return POISON[size as CellSize];
    const bytes = objects.get(object.address) ?? this.freshBytes(object);
    return readWord(bytes, address - object.address, size);
  }

  /** Records that the thread uses the clock. Returns whether other threads use it, too. */
  sharesClock(handle: number): boolean {
    const { clockUsers } = this;
    if (!clockUsers.has(handle)) {
      clockUsers.add(handle);
      if (clockUsers.size === 2) throw new RestartSearch('threads share the clock');
    }
    return clockUsers.size > 1;
  }

  /** Records that the thread reads the clock while other threads exist. */
  readsClock(handle: number): void {
    const before = this.timePasses;
    this.clockReaders.add(handle);
    if (before !== this.timePasses) throw new RestartSearch('threads sleep, and one reads the clock');
  }

  /** Records that the thread sleeps while other threads exist. */
  sleeps(handle: number): void {
    const before = this.timePasses;
    this.sleepers.add(handle);
    if (before !== this.timePasses) throw new RestartSearch('a thread reads the clock, and others sleep');
  }

  /** Whether any thread can observe that threads sleep. */
  get timePasses(): boolean {
    return this.clockReaders.size > 0 && this.sleepers.size > 0;
  }

  noteRepeated(what: string, times: number): void {
    this.repeated.set(what, Math.max(times, this.repeated.get(what) ?? 0));
  }

  /** Clears the notes that qualify the verdict; they will be recorded again. */
  clearNotes(): void {
    this.limits.clear();
    this.repeated.clear();
    this.remarks.clear();
  }

  /** Returns the handle of the thread that allocates this memory; 0: it exists from the start. */
  makerOf(address: number): number {
    const freed = freedAt(address);
    const place = freed ?? address;
    if (!this.objects.covers(place)) return 0;
    const { kind, thread } = this.objects.near(place)!;
    return kind === 'thread-local' || (freed !== undefined && kind !== 'heap') ? 0 : thread;
  }

  /** Makes the beginnings of the lifetime of this memory, and of objects like it, visible operations. */
  showAllocation(address: number): void {
    const { group } = this.objects.near(freedAt(address) ?? address)!;
    if (group.begins) return;
    group.begins = true;
    throw new RestartSearch('memory may be used by a thread that does not see its allocation');
  }

  /** Whether the object may have any content when it is made. */
  private isUnset({ kind, by }: MemoryObject): boolean {
    return this.bounds.openMemory === true && (kind === 'local' || (kind === 'heap' && by !== 'calloc'));
  }

  /** Records that a thread reads what may be the content of a new object: the search tries only one such content. Returns it. */
  noteUnset(address: number, size: CellSize, word: number, site: Site | undefined): number {
    if (this.bounds.openMemory !== true || !this.objects.covers(address)) return word;
    if (this.isUnset(this.objects.near(address)!) && mayBeUnset(word, size)) this.limitContents(site);
    return word;
  }

  /** The same for bytes that are copied, unless to where a later read is noticed. */
  noteCopied(from: number, to: number, bytes: Uint8Array, site: Site | undefined): void {
    const { objects } = this;
    if (this.bounds.openMemory !== true || !objects.covers(from) || !this.isUnset(objects.near(from)!)) return;
    const stays = objects.covers(to) && this.isUnset(objects.near(to)!);
    if (!stays && bytes.includes(UNSET)) this.limitContents(site);
  }

  private limitContents(site: Site | undefined): void {
    const what = `the contents of memory without a value${site === undefined ? '' : ` read at ${formatSite(site)}`}`;
    this.limits.set(what, { what, bound: 'one content', advice: 'give it a value' });
  }

  /** Returns the contents of a new object. */
  freshBytes(object: MemoryObject): Uint8Array {
    if (object.template === undefined) {
      return new Uint8Array(object.size).fill(this.isUnset(object) ? UNSET : 0);
    }
    const start = object.template - FIRST_ADDRESS;
    return this.image.data.slice(start, start + object.size);
  }
}
