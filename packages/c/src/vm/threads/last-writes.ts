import type { MemoryOrder } from '@fencepost/core';

/** The last write of a thread to an address. */
export interface LastWrite {
  readonly address: number;
  readonly value: number;
  /** Undefined if its memory order does not matter, because it is no store. */
  readonly order: MemoryOrder | undefined;
}

/** The last writes of a thread, by address, in ascending order. Immutable, so snapshots of the thread share it. */
export type LastWrites = readonly LastWrite[];

export const NO_WRITES: LastWrites = [];

export function lastWriteTo(all: LastWrites, address: number): LastWrite | undefined {
  const found = all[indexOf(all, address)];
  return found?.address === address ? found : undefined;
}

/** Returns the writes after one more. */
export function withWrite(all: LastWrites, write: LastWrite): LastWrites {
  if (all.length === 0) return [write];
  const at = indexOf(all, write.address);
  const isKnown = all[at]?.address === write.address;
  if (isKnown && all.length === 1) return [write];
  return isKnown ? all.with(at, write) : all.toSpliced(at, 0, write);
}

/** Returns the index of the first write to this address, or to one after it. */
function indexOf(all: LastWrites, address: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.address < address) low = middle + 1;
    else high = middle;
  }
  return low;
}
