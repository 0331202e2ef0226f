import type { CellSize, Site } from '@fencepost/core';
import { InvalidAccess, RestartSearch, load, store } from '@fencepost/core';
import { MOST_FREERS, freedPlace, freerPlace } from '../../runtime/base/places.js';
import type { LockUse } from '../../runtime/base/locking.js';
import { DESTROYED, INITIALISED } from '../../runtime/base/locking.js';
import type { Allocator, Steps } from '../../runtime/base/services.js';
import type { ContentWords } from '../instance/content-words.js';
import { invalid } from './bounds.js';
import type { Context } from '../context/context.js';
import { describe, describeEnd, describeFreed } from '../objects/object-texts.js';
import type { MemoryObject } from '../objects/objects.js';
import { POISON } from '../objects/poison.js';

/** The function that frees an object, by the function that allocated it. */
const FREEING: Readonly<Record<Allocator, string>> = {
  malloc: 'free',
  calloc: 'free',
  new: 'delete',
  'new[]': 'delete[]',
};

/** The sets of `Lifetimes`, saved. */
export interface SavedLifetimes {
  readonly numbers: readonly (readonly number[])[];
  readonly live: readonly MemoryObject[];
}

/** That of most threads. */
export const EMPTY: SavedLifetimes = { numbers: [], live: [] };

/** Lifetimes of objects, from the perspective of one thread. */
export class Lifetimes {
  private readonly context: Context;
  private readonly handle: number;
  private readonly isAlone: () => boolean;
  /** Objects this thread has freed. */
  readonly freed = new Set<number>();
  /** Local objects of this thread whose functions have not returned yet. */
  readonly live = new Set<MemoryObject>();
  /**
   * Local objects whose functions have returned, visibly to other threads or before other threads existed, and have not
   * been called again.
   */
  readonly ended = new Set<number>();
  /** Threads it has joined. Their variables no longer exist. */
  readonly joined = new Set<number>();
  /**
   * Objects it made and handed over to a thread it started. `received`: objects it got from the thread that started it.
   */
  readonly given = new Set<number>();
  readonly received = new Set<number>();
  /** All of the sets of numbers. */
  private readonly sets = [this.freed, this.joined, this.given, this.received, this.ended];

  constructor(context: Context, handle: number, isAlone: () => boolean) {
    this.context = context;
    this.handle = handle;
    this.isAlone = isAlone;
  }

  describe(words: ContentWords): void {
    if (this.isEmpty) {
      for (let i = 0; i <= this.sets.length; i++) words.add(0);
      return;
    }
    for (const set of this.sets) {
      words.add(set.size);
      if (set.size > 0) for (const number of [...set].sort((a, b) => a - b)) words.add(number);
    }
    words.add(this.live.size);
    for (const { address } of this.live) words.add(address);
  }

  save(): SavedLifetimes {
    if (this.isEmpty) return EMPTY;
    return { numbers: this.sets.map((set) => [...set]), live: [...this.live] };
  }

  restore(saved: SavedLifetimes): void {
    if (saved === EMPTY && this.isEmpty) return;
    const { numbers, live } = saved;
    this.sets.forEach((set, i) => {
      set.clear();
      for (const number of numbers[i] ?? []) set.add(number);
    });
    this.live.clear();
    for (const object of live) this.live.add(object);
  }

  /** Whether no object has begun or ended otherwise than for all threads. */
  get isEmpty(): boolean {
    const { freed, joined, given, received, ended, live } = this;
    return freed.size + joined.size + given.size + received.size + ended.size + live.size === 0;
  }

  /**
   * Checks whether, in this thread's own view, the object has ended: it freed the object, the function of the local
   * returned, or it joined the owner.
   */
  check(object: MemoryObject, site: Site | undefined): void {
    if (object.kind === 'heap') {
      if (this.isGone(object)) throw this.usedAfterFree(object, site);
      return;
    }
    const isOwn = object.thread === this.handle;
    const isOver = isOwn ? object.kind === 'local' && !this.live.has(object) : this.joined.has(object.thread);
    if (!isOver) return;
    const end = isOwn ? describeEnd(object) : 'its thread has ended';
    throw new InvalidAccess(`${describe(this.context.names, object)} is used after ${end}`, site);
  }

  /** Checks that memory is freed by what belongs to its allocation. */
  checkAllocator(object: MemoryObject, by: Allocator, site: Site | undefined): void {
    if (object.by === undefined || FREEING[object.by] === FREEING[by] || this.isGone(object)) return;
    const what = describe(this.context.names, object);
    throw new InvalidAccess(`${what}, which ${object.by} has allocated, is freed by ${FREEING[by]}`, site);
  }

  /**
   * Freeing writes to all of the object, so that later reads yield a value that no program stores. Later writes are
   * detected at the end (`isPoison`). Memory is never reused. If `isQuiet` returns true, because no other thread is
   * left, the free only matters if other threads also free the object.
   */
  *free(object: MemoryObject, site: Site | undefined, isQuiet: () => boolean): Steps<void> {
    if (this.isGone(object)) throw new InvalidAccess(`double free of ${describe(this.context.names, object)}`, site);
    this.freed.add(object.address);
    this.noteFree(object, site);
    this.noticeSharing(object);
    if ((!object.group.shared && !object.group.locking) || this.isAlone()) return;
    if (!object.freed && isQuiet()) {
      object.freedQuietly = true;
      return;
    }
    this.noticeFreeing(object);
    const header = freedPlace(object.address);
    if ((yield { ...load(header, 'relaxed', site), role: 'free' }) !== 0)
      throw new InvalidAccess(`double free of ${describe(this.context.names, object)}`, site);
    const freer = this.numberAsFreer(object);
    // Two threads that free it concurrently may both have found it allocated. `checkFreed` detects that at the end.
    if (object.group.severalFree && freer < MOST_FREERS)
      yield { ...store(freerPlace(object.address, freer), 1, 'relaxed', site), role: 'freeing' };
    for (const { address, size } of this.context.cells.within(object.address, object.size))
      yield { ...store(address, POISON[size], 'plain', site), size, role: 'freeing' };
    yield { ...store(header, 1, 'relaxed', site), role: 'freeing' };
  }

  /**
   * The state of a lock is not stored in the bytes of its object (runtime/places.ts), so freeing leaves no trace there.
   * A thread that uses a lock therefore checks whether the object was freed, if any thread frees it while others can
   * see it. It also loads the bytes that initialising the lock has written, if other threads could see the
   * initialisation: using a lock races with initialising it.
   */
  *checkLocks(addresses: readonly number[], use: LockUse, site: Site | undefined): Steps<void> {
    for (const address of addresses) {
      yield* this.checkLock(address, site);
      if (use !== 'writes' && !this.isAlone()) yield* this.useLock(address, use, site);
    }
  }

  private *checkLock(address: number, site: Site | undefined): Steps<void> {
    const { objects, image } = this.context;
    const accessed = { address, size: 1, base: 0 };
    if (!objects.covers(address)) {
      const isStack = address >= image.stackLow && address < image.stackTop;
      if (!isStack && image.globalAt(address) === undefined) throw invalid(this.context, accessed, site);
      return;
    }
    const object = objects.near(address);
    if (object === undefined || address >= object.address + object.size) throw invalid(this.context, accessed, site);
    this.check(object, site);
    if (this.isAlone()) return;
    this.noticeSharing(object);
    object.locked = true;
    if (object.kind === 'heap' && object.thread !== this.handle && !object.group.locking) {
      object.group.locking = true;
      throw new RestartSearch('a lock in an object is shared');
    }
    const mayBeOver = object.freed && (object.kind === 'heap' || object.thread !== this.handle);
    if (mayBeOver && (yield load(freedPlace(object.address), 'relaxed', site)) !== 0) {
      throw this.usedAfterFree(object, site);
    }
  }

  private *useLock(address: number, use: LockUse, site: Site | undefined): Steps<void> {
    const { cells, locks } = this.context;
    const cell = cells.at(address);
    if (cell === undefined) {
      locks.add(address);
      // No thread writes there, so it still has the value from when main was alone. Other threads cannot see the
      // private stack.
      const isSeen = this.context.objects.covers(address) || address < this.context.image.stackLow;
      if (isSeen && this.context.initialValue(address, 4) === DESTROYED) throw this.usedDestroyed(address, site);
      return;
    }
    const word = yield { ...load(cell.address, 'relaxed', site), size: cell.size, role: 'upkeep' };
    this.checkRead(cell.address, cell.size, word, site);
    if (cell.address !== address || cell.size !== 4) return;
    if (word === DESTROYED) throw this.usedDestroyed(address, site);
    if (word !== INITIALISED && use === 'uses initialised')
      throw new InvalidAccess(
        `the semaphore ${this.context.names.nameOf(address)} is used before it is initialised`,
        site,
      );
  }

  noticeSharing(object: MemoryObject): void {
    if (object.group.shared || this.owns(object)) return;
    object.group.shared = true;
    throw new RestartSearch('an object is shared');
  }

  private owns({ thread, address }: MemoryObject): boolean {
    return thread === this.handle ? !this.given.has(address) : this.received.has(address);
  }

  /**
   * Restarts the search if cells were discovered that change earlier operations. Freeing writes to all cells of an
   * object. Using a lock loads its cell.
   */
  noticeNewCells(address: number, size: number, madeBefore: number): void {
    const { cells, locks, objects } = this.context;
    if (cells.made === madeBefore) return;
    for (let byte = address; byte < address + size; byte++)
      if (locks.delete(byte)) throw new RestartSearch('a synchronisation object is accessed as memory');
    if (!objects.covers(address)) return;
    const { freed, group } = objects.near(address)!;
    if (freed || group.begins) throw new RestartSearch('an object whose lifetime is visible has more cells');
  }

  /**
   * Returns the value read. Throws if it is the value that freeing leaves behind. A local that was made again holds
   * zeros.
   */
  checkRead(address: number, size: CellSize, word: number, site: Site | undefined): number {
    const { objects } = this.context;
    this.context.noteUnset(address, size, word, site);
    if (word !== POISON[size] || !objects.covers(address)) return word;
    const object = objects.near(address)!;
    if (object.freed && this.live.has(object)) return 0;
    if (object.freed) throw this.usedAfterFree(object, site);
    return word;
  }

  /** Whether other threads can see that the function of this local returns. */
  ends({ group }: MemoryObject): boolean {
    return group.shared && !this.isAlone();
  }

  /** Ends a local whose function returns. To other threads this is like freeing it. */
  *end(object: MemoryObject, site: Site | undefined): Steps<void> {
    if (!this.ends(object)) return;
    this.noticeFreeing(object);
    this.ended.add(object.address);
    for (const { address, size } of this.context.cells.within(object.address, object.size))
      yield { ...store(address, POISON[size], 'plain', site), size, role: 'freeing' };
    yield { ...store(freedPlace(object.address), 1, 'relaxed', site), role: 'freeing' };
  }

  /**
   * Whether other threads can see that the lifetime of an object begins: it is a local that has ended visibly, or it is
   * not known that they use the object only afterwards.
   */
  begins({ address, group }: MemoryObject): boolean {
    const isAgain = this.ended.delete(address);
    return (isAgain || (group.begins && group.shared)) && !this.isAlone();
  }

  /**
   * Called when the second thread starts. Treats ended locals that other threads use as if those threads had seen them
   * end.
   */
  endAlone(): ReadonlySet<number> {
    const { objects } = this.context;
    for (const address of this.ended) {
      const object = objects.near(address)!;
      if (object.group.shared) this.noticeFreeing(object);
      else this.ended.delete(address);
    }
    return new Set(this.ended);
  }

  /** Begins the lifetime of an object and returns its address. */
  begun(object: MemoryObject): number | Steps<number> {
    return this.begins(object) ? this.addressBegun(object) : object.address;
  }

  private *addressBegun(object: MemoryObject): Steps<number> {
    yield* this.begin(object);
    return object.address;
  }

  /**
   * Begins the lifetime of an object, visibly to other threads. Uninitialised memory holds zeros, not the values that the
   * last end of a local has left. Memory that no thread accesses is still freed: then the allocation is a write there.
   */
  *begin(object: MemoryObject): Steps<void> {
    const cells = this.context.cells.within(object.address, object.size);
    for (const { address, size } of cells)
      yield { ...store(address, 0, 'plain', object.site), size, role: 'allocation' };
    if (object.kind === 'heap' && cells.length === 0)
      yield { ...store(freedPlace(object.address), 0, 'plain', object.site), role: 'allocation' };
    if (object.kind !== 'heap' && object.freed)
      yield { ...store(freedPlace(object.address), 0, 'relaxed', object.site), role: 'upkeep' };
  }

  private noteFree({ frees }: MemoryObject, site: Site | undefined): void {
    if (!frees.some((other) => other.site === site && other.thread === this.handle))
      frees.push({ thread: this.handle, site });
  }

  /** Returns the index of this thread among those that free the object. */
  private numberAsFreer({ freers, group }: MemoryObject): number {
    const known = freers.indexOf(this.handle);
    if (known >= 0) return known;
    const number = freers.push(this.handle) - 1;
    if (number > 0 && !group.severalFree) {
      group.severalFree = true;
      throw new RestartSearch('an object is freed by several threads');
    }
    return number;
  }

  /** Records that a thread frees the object visibly. Main must then also check whether the object was freed. */
  private noticeFreeing(object: MemoryObject): void {
    if (object.freed) return;
    this.context.objects.noteFreed(object);
    if (object.locked) throw new RestartSearch('an object with a lock in it is freed');
    if (object.freedQuietly)
      throw new RestartSearch('an object that main frees at the end is also freed by another thread');
  }

  /** Whether the object is known to be freed: by this thread, or by main before there were other threads. */
  private isGone({ address }: MemoryObject): boolean {
    return this.freed.has(address) || (!this.isAlone() && this.context.beginning.freed.has(address));
  }

  private usedDestroyed(address: number, site: Site | undefined): InvalidAccess {
    return new InvalidAccess(`${this.context.names.nameOf(address)} is used after it was destroyed`, site);
  }

  private usedAfterFree(object: MemoryObject, site: Site | undefined): InvalidAccess {
    const { names } = this.context;
    if (object.kind === 'local')
      return new InvalidAccess(`${describe(names, object)} is used after ${describeEnd(object)}`, site);
    return new InvalidAccess(`use after free of ${describeFreed(names, object)}`, site);
  }
}
