import type { MemoryOrder, Operation } from '@fencepost/core';
import { RMW, STORE } from '@fencepost/core';
import type { Moment, Writers } from './writers.js';

/** The stores of one thread to shared memory. */
export class OwnStores {
  private readonly writers: Writers;
  private readonly handle: number;
  /** What it stored last, by address. */
  private readonly last = new Map<number, { readonly value: number; readonly order: MemoryOrder }>();
  private moment: Moment | undefined;

  constructor(writers: Writers, handle: number) {
    this.writers = writers;
    this.handle = handle;
  }

  /** The thread has started or joined another. */
  moveOn(): void {
    this.moment = undefined;
  }

  /** Notes a write. Does it store again what the thread itself stored there last, and nobody else writes there? */
  repeats({ kind, address, value, order }: Operation, spawned: number, joined: Iterable<number>): boolean {
    if (kind !== STORE && kind !== RMW) return false;
    this.moment ??= this.writers.moment(this.handle, spawned, joined);
    this.writers.note(address, this.moment);
    const last = this.last.get(address);
    if (kind === RMW) {
      this.last.delete(address);
      return false;
    }
    // With another order, it would matter to a reader which of the two it reads from.
    if (last?.value === value && last.order === order) return this.writers.claim(address, this.handle);
    this.last.set(address, { value, order });
    return false;
  }
}
