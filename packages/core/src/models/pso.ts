import { TsoMemory } from './tso.js';

/**
 * Partial store order (001 Fig. 3; 004 Fig. 5): B[p][a] is a FIFO per address, so stores to different addresses reach
 * memory in any order. Departure: membar_ss orders commits (epochs) where the papers flush the buffers, which loses
 * behaviours of hardware that does not wait (docs/internals/decisions/0003-store-store-fence.md).
 */
export class PsoMemory extends TsoMemory {
  override storeStoreFence(p: number): void {
    this.B.newEpoch(p);
  }

  override drainedFor(p: number, a: number): boolean {
    return this.B.youngest(p, a) < 0 && this.B.onlyCurrentEpoch(p);
  }

  override committable(p: number, rank: number): boolean {
    return this.B.isNextOfItsAddress(p, rank);
  }
}
