/** Int32 fields of a pending store. */
const LOCATION = 0;
const VALUE = 1;
const EVENT = 2;
const EPOCH = 3;
const FIELDS = 4;

/**
 * The pending stores of every process, in the order they were issued. Under TSO that list is the process's FIFO buffer;
 * under PSO its sublist for one address is the FIFO buffer of that address. A store-store fence starts a new epoch:
 * stores of an epoch reach memory after those of all earlier epochs, and the thread does not have to wait.
 */
export class StoreBuffers {
  private entries = new Int32Array(0);
  private length = new Int32Array(0);
  private epoch = new Int32Array(0);
  private capacity = 4;

  fit(processes: number): void {
    if (processes > this.length.length) this.resize(processes, this.capacity);
  }

  copyFrom(other: StoreBuffers): void {
    if (this.entries.length !== other.entries.length || this.length.length !== other.length.length) {
      this.entries = other.entries.slice();
      this.length = other.length.slice();
      this.epoch = other.epoch.slice();
      this.capacity = other.capacity;
      return;
    }
    this.entries.set(other.entries);
    this.length.set(other.length);
    this.epoch.set(other.epoch);
  }

  count(p: number): number {
    return this.length[p]!;
  }

  push(p: number, a: number, v: number, event: number): void {
    const rank = this.length[p]!;
    if (rank === this.capacity) this.resize(this.length.length, 2 * this.capacity);
    const at = this.at(p, rank);
    this.entries[at + LOCATION] = a;
    this.entries[at + VALUE] = v;
    this.entries[at + EVENT] = event;
    this.entries[at + EPOCH] = this.epoch[p]!;
    this.length[p] = rank + 1;
  }

  remove(p: number, rank: number): void {
    const at = this.at(p, rank);
    this.entries.copyWithin(at, at + FIELDS, this.at(p, this.length[p]!));
    this.length[p]!--;
  }

  newEpoch(p: number): void {
    if (this.length[p]! > 0) this.epoch[p]!++;
  }

  /** Returns the rank of the youngest store to `a`, or -1. */
  youngest(p: number, a: number): number {
    let rank = this.length[p]! - 1;
    while (rank >= 0 && this.location(p, rank) !== a) rank--;
    return rank;
  }

  /**
   * Whether this store may be the next to reach memory: the oldest of its address, with none left of an earlier epoch.
   */
  isNextOfItsAddress(p: number, rank: number): boolean {
    if (rank >= this.length[p]! || this.epochOf(p, rank) !== this.epochOf(p, 0)) return false;
    const a = this.location(p, rank);
    for (let older = 0; older < rank; older++) {
      if (this.location(p, older) === a) return false;
    }
    return true;
  }

  /** Whether all pending stores belong to the current epoch. */
  onlyCurrentEpoch(p: number): boolean {
    return this.length[p] === 0 || this.epochOf(p, 0) === this.epoch[p];
  }

  location(p: number, rank: number): number {
    return this.entries[this.at(p, rank) + LOCATION]!;
  }

  value(p: number, rank: number): number {
    return this.entries[this.at(p, rank) + VALUE]!;
  }

  event(p: number, rank: number): number {
    return this.entries[this.at(p, rank) + EVENT]!;
  }

  private epochOf(p: number, rank: number): number {
    return this.entries[this.at(p, rank) + EPOCH]!;
  }

  private at(p: number, rank: number): number {
    return (p * this.capacity + rank) * FIELDS;
  }

  private resize(processes: number, capacity: number): void {
    const entries = new Int32Array(processes * capacity * FIELDS);
    for (let p = 0; p < this.length.length; p++) {
      entries.set(this.entries.subarray(this.at(p, 0), this.at(p, this.length[p]!)), p * capacity * FIELDS);
    }
    const length = new Int32Array(processes);
    length.set(this.length);
    const epoch = new Int32Array(processes);
    epoch.set(this.epoch);
    this.entries = entries;
    this.length = length;
    this.epoch = epoch;
    this.capacity = capacity;
  }
}
