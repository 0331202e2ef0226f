import type { MemoryOrder, Operation } from '@fencepost/core';
import { LOAD, RMW, STORE, encodeFunction, rmwResult } from '@fencepost/core';
import type { Moment, Ownership } from './ownership.js';

import type { ContentWords } from './content-words.js';

/** A write to shared memory that changes something, or might. */
interface Write {
  readonly address: number;
  /** What was there, as far as the thread knows. */
  readonly before: number | undefined;
  readonly value: number;
  /** The thread stores once more what it stored last, in the same order. */
  readonly repeats: boolean;
}

/** The writes to one address, as if they were one. */
interface NetWrite {
  readonly before: number | undefined;
  value: number;
  repeats: boolean;
}

/** What `OwnWrites` has noted, as far as it matters. */
export interface SavedWrites {
  readonly last: readonly (readonly [number, Last])[];
  readonly writes: readonly Write[];
  readonly forgotten: number;
  readonly moment: Moment | undefined;
}

interface Last {
  readonly value: number;
  readonly order: MemoryOrder | undefined;
}

/** What one thread has written to shared memory. */
export class OwnWrites {
  private readonly ownership: Ownership;
  private readonly handle: number;
  /** What it wrote last, by address. */
  private readonly last = new Map<number, Last>();
  private readonly writes: Write[] = [];
  /** How many earlier ones nobody will ask for. */
  private forgotten = 0;
  private moment: Moment | undefined;

  constructor(ownership: Ownership, handle: number) {
    this.ownership = ownership;
    this.handle = handle;
  }

  get count(): number {
    return this.forgotten + this.writes.length;
  }

  /** The thread has started or joined another. */
  moveOn(): void {
    this.moment = undefined;
  }

  /** Notes an access. */
  access({ kind, address }: Operation, spawned: number, joined: Iterable<number>): void {
    if (kind !== STORE && kind !== RMW && kind !== LOAD) return;
    this.moment ??= this.ownership.moment(this.handle, spawned, joined);
    this.ownership.note(address, this.moment, kind !== LOAD);
    const last = kind === RMW ? this.last.get(address) : undefined;
    if (last !== undefined) this.last.set(address, { value: last.value, order: undefined });
  }

  /** Notes an operation with an effect. Is it a write that a later one can undo? */
  isWrite(operation: Operation, result: number): boolean {
    const { kind, address, value, order, fn, width, mutex, transition } = operation;
    if (kind === STORE) {
      this.writes.push(this.writeOf(operation));
      this.last.set(address, { value, order });
      return true;
    }
    if (kind !== RMW || mutex || transition !== undefined || fn === 'transition') return false;
    const written = rmwResult(encodeFunction(fn, width), result, value);
    this.writes.push({ address, before: result, value: written, repeats: false });
    this.last.set(address, { value: written, order: undefined });
    return true;
  }

  /**
   * Does nobody notice what the thread has written since it had `count` writes? Nobody does if it only stored again what
   * it stored before, where no other thread writes; nor if it left everything as it was, where no other looks.
   */
  areUnnoticed(count: number): boolean {
    const list = [...this.since(count)];
    if (!list.every(([, { before, value }]) => before === value)) return false;
    return list.every(([address, { repeats }]) =>
      this.ownership.claim(repeats ? 'writes' : 'accesses', address, this.handle),
    );
  }

  /**
   * Will somebody notice what it has written since then, whatever it writes later? If it is about to store something, that
   * counts as written.
   */
  areNoticed(count: number, pending?: Operation): boolean {
    const places = this.since(count);
    if (pending?.kind === STORE) add(places, this.writeOf(pending));
    for (const [address, { before, repeats }] of places) {
      // Who notices a store of the same value would notice others, too.
      const claim = repeats ? 'writes' : 'accesses';
      if (before === undefined || this.ownership.isContested(claim, address, this.handle)) return true;
    }
    return false;
  }

  /** Adds what it has written since then, none of which is noticed for sure. */
  describe(words: ContentWords, count: number): void {
    const places = this.since(count);
    words.add(places.size);
    for (const [address, { before, value, repeats }] of places) {
      words.wide(address);
      words.add(before!);
      words.add(value);
      words.add(repeats ? 1 : 0);
    }
  }

  /**
   * Saves what matters of writes since then, and adds the rest to the words: what it wrote last, except where it is
   * `about` to store something.
   */
  save(words: ContentWords, count: number, about: Operation | undefined): SavedWrites {
    const last = [...this.last].sort(([a], [b]) => a - b);
    const told = about?.kind === STORE ? last.filter(([address]) => address !== about.address) : last;
    words.add(told.length);
    for (const [address, { value, order }] of told) {
      words.wide(address);
      words.add(value);
      words.text(order ?? '');
    }
    const { moment } = this;
    return { last, writes: this.writes.slice(count - this.forgotten), forgotten: count, moment };
  }

  restore({ last, writes, forgotten, moment }: SavedWrites): void {
    this.last.clear();
    for (const [address, write] of last) this.last.set(address, write);
    this.writes.length = 0;
    this.writes.push(...writes);
    this.forgotten = forgotten;
    this.moment = moment;
  }

  private writeOf({ address, value, order }: Operation): Write {
    const last = this.last.get(address);
    // With another order, it would matter to a reader which of the two it reads from.
    return { address, before: last?.value, value, repeats: last?.value === value && last.order === order };
  }

  private since(count: number): Map<number, NetWrite> {
    const places = new Map<number, NetWrite>();
    for (let i = count - this.forgotten; i < this.writes.length; i++) add(places, this.writes[i]!);
    return places;
  }
}

function add(places: Map<number, NetWrite>, { address, before, value, repeats }: Write): void {
  const place = places.get(address);
  if (place === undefined) places.set(address, { before, value, repeats });
  else {
    place.value = value;
    place.repeats &&= repeats;
  }
}
