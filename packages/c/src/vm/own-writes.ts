import type { MemoryOrder, Operation } from '@fencepost/core';
import { LOAD, RMW, STORE, encodeFunction, rmwResult } from '@fencepost/core';
import type { Moment, Ownership } from './ownership.js';

/** A write to shared memory that changes something, or might. */
interface Write {
  readonly address: number;
  /** What was there, as far as the thread knows. */
  readonly before: number | undefined;
  readonly value: number;
  /** The thread stores once more what it stored last, in the same order. */
  readonly repeats: boolean;
}

/** What one thread has written to shared memory. */
export class OwnWrites {
  private readonly ownership: Ownership;
  private readonly handle: number;
  /** What it wrote last, by address. */
  private readonly last = new Map<number, { readonly value: number; readonly order: MemoryOrder | undefined }>();
  private readonly writes: Write[] = [];
  private moment: Moment | undefined;

  constructor(ownership: Ownership, handle: number) {
    this.ownership = ownership;
    this.handle = handle;
  }

  get count(): number {
    return this.writes.length;
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
  isWrite({ kind, address, value, order, fn, width, mutex, transition }: Operation, result: number): boolean {
    if (kind === STORE) {
      const last = this.last.get(address);
      // With another order, it would matter to a reader which of the two it reads from.
      const repeats = last?.value === value && last.order === order;
      this.writes.push({ address, before: last?.value, value, repeats });
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
    const places = new Map<number, { readonly before: number | undefined; value: number; repeats: boolean }>();
    for (const { address, before, value, repeats } of this.writes.slice(count)) {
      const place = places.get(address);
      if (place === undefined) places.set(address, { before, value, repeats });
      else {
        place.value = value;
        place.repeats &&= repeats;
      }
    }
    const list = [...places];
    if (!list.every(([, { before, value }]) => before === value)) return false;
    return list.every(([address, { repeats }]) =>
      this.ownership.claim(repeats ? 'writes' : 'accesses', address, this.handle),
    );
  }
}
