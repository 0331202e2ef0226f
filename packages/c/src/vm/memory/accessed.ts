import type { MemoryOrder } from '@fencepost/core';

/** Memory that no other thread accesses, and an offset in it. */
export interface Direct {
  readonly view: DataView;
  readonly offset: number;
}

/** An object whose address no other thread has, and its content. */
export interface Possession {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Expected value of a compare-and-swap, and its memory order if the values differ. */
export interface Comparison {
  readonly expected: number;
  readonly failureOrder: MemoryOrder;
}
