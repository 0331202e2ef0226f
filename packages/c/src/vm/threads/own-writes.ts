import type { Operation } from '@fencepost/core';
import { CUT, JOIN, LOAD, RMW, SPAWN, STORE, STUCK, encodeFunction, rmwResult } from '@fencepost/core';
import type { Claim, Moment, Ownership } from '../context/ownership.js';
import type { ContentWords } from '../instance/content-words.js';
import type { LastWrites } from './last-writes.js';
import { NO_WRITES, lastWriteTo, withWrite } from './last-writes.js';
import { restoreList } from '../instance/restore-list.js';

/** A write to shared memory that changes a value, or might. */
interface Write {
  readonly address: number;
  /** Value before the write, if the thread has it; otherwise undefined. */
  readonly before: number | undefined;
  readonly value: number;
  /** Whether the thread stores the same value with the same memory order as its last store there. */
  readonly repeats: boolean;
  /** Whether a mutex is taken (from FREE to HELD) or released. */
  readonly isMutex?: boolean;
}

/** The states of a mutex. */
const FREE = 0;
const HELD = 1;

/** Net effect of all writes to one address. */
interface NetWrite {
  readonly before: number | undefined;
  value: number;
  repeats: boolean;
  readonly isMutex: boolean;
}

const NONE: readonly Write[] = [];

/** The part of `OwnWrites` that still matters, saved. */
export interface SavedWrites {
  readonly last: LastWrites;
  readonly writes: readonly Write[];
  readonly forgotten: number;
  readonly moment: Moment | undefined;
}

/** The writes of one thread to shared memory. */
export class OwnWrites {
  private readonly ownership: Ownership;
  private readonly handle: number;
  private last = NO_WRITES;
  private readonly writes: Write[] = [];
  /** Number of earlier writes that were discarded because they are no longer needed. */
  private forgotten = 0;
  private moment: Moment | undefined;
  /** Mutexes that the thread did not get, as long as it has only released others since. */
  private readonly failed: number[] = [];

  constructor(ownership: Ownership, handle: number) {
    this.ownership = ownership;
    this.handle = handle;
  }

  get count(): number {
    return this.forgotten + this.writes.length;
  }

  /** Records an access. */
  access({ kind, address, mutex, fn }: Operation, result: number, spawned: number, joined: Iterable<number>): void {
    if (kind === SPAWN || kind === JOIN) this.moment = undefined;
    if (kind !== STORE && kind !== RMW && kind !== LOAD) return;
    this.moment ??= this.ownership.moment(this.handle, spawned, joined);
    this.ownership.note(address, this.moment, kind !== LOAD);
    const last = kind === RMW ? lastWriteTo(this.last, address) : undefined;
    if (last !== undefined) this.last = withWrite(this.last, { address, value: last.value, order: undefined });
    if (mutex && result !== 0 && (kind === LOAD || (kind === RMW && fn === 'cas'))) this.failed.push(address);
  }

  /**
   * Called before the next operation, if any, which it returns. An attempt that failed has consequences unless the thread
   * releases other mutexes and is then stuck: that iteration is left out.
   */
  before<T extends Operation | undefined>(next: T): T {
    if (this.failed.length === 0 || (next !== undefined && isWithout(next))) return next;
    const moment = this.moment!;
    for (const address of this.failed.splice(0)) this.ownership.noteTry(address, moment);
    return next;
  }

  /** Records an operation with an effect. Returns whether it is a write that a later one can undo. */
  isWrite(operation: Operation, result: number): boolean {
    const { kind, address, value, order, fn, width, mutex, transition } = operation;
    if (mutex && (kind === STORE || kind === RMW)) {
      this.writes.push(mutexWrite(operation));
      return true;
    }
    if (kind === STORE) {
      this.writes.push(this.writeOf(operation));
      this.last = withWrite(this.last, { address, value, order });
      return true;
    }
    if (kind !== RMW || transition !== undefined || fn === 'transition') return false;
    const written = rmwResult(encodeFunction(fn, width), result, value);
    this.writes.push({ address, before: result, value: written, repeats: false });
    this.last = withWrite(this.last, { address, value: written, order: undefined });
    return true;
  }

  /**
   * Whether no other thread can notice the writes since write number `count`. That holds if the thread only repeated
   * its own earlier stores where no other thread writes, or if it left all values unchanged where no other thread
   * accesses them. If it took a mutex and released it, others must not notice it by failing to take the mutex.
   */
  areUnnoticed(count: number): boolean {
    const list = [...this.since(count)];
    if (!list.every(([, { before, value, isMutex }]) => before === value && (!isMutex || before === FREE)))
      return false;
    return list.every(([address, write]) => this.ownership.claim(claimOf(write), address, this.handle));
  }

  /**
   * Whether other threads will notice the writes since write number `count`, whatever the thread writes later. A
   * pending store counts as written.
   */
  areNoticed(count: number, pending?: Operation): boolean {
    const stored = pending?.kind === STORE ? this.writeOf(pending) : undefined;
    if (count === this.count) return stored !== undefined && this.isNoticed(stored, stored.address);
    if (count + 1 === this.count && stored === undefined) {
      const write = this.writes.at(-1)!;
      return this.isNoticed(write, write.address);
    }
    const places = this.since(count);
    if (stored !== undefined) add(places, stored);
    for (const [address, write] of places) if (this.isNoticed(write, address)) return true;
    return false;
  }

  private isNoticed(write: Pick<Write, 'before' | 'repeats' | 'isMutex'>, address: number): boolean {
    // While the thread does not hold a mutex that it held, others may take it.
    if (write.before === undefined || (write.isMutex === true && write.before === HELD)) return true;
    // A thread that can observe this store could also observe other stores.
    return this.ownership.isContested(claimOf(write), address, this.handle);
  }

  /** Adds the writes since write number `count`. None of them is certain to be noticed. */
  describe(words: ContentWords, count: number): void {
    if (count === this.count) {
      words.add(0);
      return;
    }
    const places = this.since(count);
    words.add(places.size);
    for (const [address, { before, value, repeats }] of places) {
      words.wide(address);
      words.add(before!);
      words.add(value);
      words.add(repeats ? 1 : 0);
    }
  }

  /** Adds the last value written to each address, except the address that the thread is `about` to store to. */
  describeLast(words: ContentWords, about: Operation | undefined): void {
    const { last } = this;
    const omitted = about?.kind === STORE && lastWriteTo(last, about.address) !== undefined ? about.address : -1;
    words.add(last.length - (omitted < 0 ? 0 : 1));
    for (let i = 0; i < last.length; i++) {
      const { address, value, order } = last[i]!;
      if (address === omitted) continue;
      words.wide(address);
      words.add(value);
      words.text(order ?? '');
    }
  }

  /** Saves the last writes, and all since write number `count`. */
  save(count: number): SavedWrites {
    const { last, moment } = this;
    const writes = count === this.count ? NONE : this.writes.slice(count - this.forgotten);
    return { last, writes, forgotten: count, moment };
  }

  restore({ last, writes, forgotten, moment }: SavedWrites): void {
    this.last = last;
    restoreList(this.writes, writes);
    this.forgotten = forgotten;
    this.moment = moment;
    if (this.failed.length > 0) this.failed.length = 0;
  }

  private writeOf(operation: Operation): Write {
    const { address, value, order, mutex } = operation;
    if (mutex) return mutexWrite(operation);
    const last = lastWriteTo(this.last, address);
    // With another memory order, it would matter to a reader which of the two stores it reads from.
    return { address, before: last?.value, value, repeats: last?.value === value && last.order === order };
  }

  private since(count: number): Map<number, NetWrite> {
    const places = new Map<number, NetWrite>();
    for (let i = count - this.forgotten; i < this.writes.length; i++) add(places, this.writes[i]!);
    return places;
  }
}

/** Whether the operation can be the last one of an iteration that is left out, or ends it. */
function isWithout(next: Operation): boolean {
  return next.kind === CUT || (next.kind === STUCK && next.value > 0) || isRelease(next);
}

function isRelease({ mutex, kind, fn, until }: Operation): boolean {
  return mutex && (kind === STORE || (kind === RMW && fn !== 'cas' && until === ''));
}

/** Returns the write of an operation that takes or releases a mutex. */
function mutexWrite(operation: Operation): Write {
  const { address } = operation;
  const takes = !isRelease(operation);
  return { address, before: takes ? FREE : HELD, value: takes ? HELD : FREE, repeats: false, isMutex: true };
}

function claimOf({ repeats, isMutex }: Pick<Write, 'repeats' | 'isMutex'>): Claim {
  if (isMutex) return 'tries';
  return repeats ? 'writes' : 'accesses';
}

function add(places: Map<number, NetWrite>, { address, before, value, repeats, isMutex = false }: Write): void {
  const place = places.get(address);
  if (place === undefined) places.set(address, { before, value, repeats, isMutex });
  else {
    place.value = value;
    place.repeats &&= repeats;
  }
}
