import { Memory } from './memory.js';
import { StoreBuffers } from './store-buffers.js';

/** Total store order (001 Fig. 2; 004 Fig. 4): B[p] is a FIFO of stores; loads look there first. */
export class TsoMemory extends Memory {
  protected readonly B = new StoreBuffers();

  override fit(initial: readonly number[], processes: number): void {
    super.fit(initial, processes);
    this.B.fit(processes);
  }

  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.B.copyFrom(other.B);
  }

  loadChoices(_p: number, _a: number): number {
    return 1;
  }

  load(p: number, a: number, _choice: number): void {
    const own = this.B.youngest(p, a);
    this.value = own >= 0 ? this.B.value(p, own) : this.m[a]!;
    this.source = own >= 0 ? this.B.event(p, own) : this.writer[a]!;
  }

  peek(p: number, a: number, _choice: number): number {
    const own = this.B.youngest(p, a);
    return own >= 0 ? this.B.value(p, own) : this.m[a]!;
  }

  store(p: number, a: number, v: number, event: number): void {
    this.B.push(p, a, v, event);
  }

  writeThrough(_p: number, a: number, v: number, event: number): void {
    this.write(a, v, event);
  }

  storeStoreFence(_p: number): void {
    // The buffer is a FIFO anyway.
  }

  loadLoadFence(_p: number): void {
    // Loads read memory in order anyway.
  }

  drained(p: number): boolean {
    return this.B.count(p) === 0;
  }

  drainedFor(p: number, _a: number): boolean {
    return this.drained(p);
  }

  pending(p: number): number {
    return this.B.count(p);
  }

  committable(p: number, rank: number): boolean {
    return rank === 0 && this.B.count(p) > 0;
  }

  commit(p: number, rank: number): void {
    this.write(this.B.location(p, rank), this.B.value(p, rank), this.B.event(p, rank));
    this.B.remove(p, rank);
  }
}
