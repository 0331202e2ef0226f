import type { MemoryOrder } from '@fencepost/core';

/** An event of a recording as an object, for the few that are shown. */
export interface RecordedEvent {
  readonly kind: 'load' | 'store' | 'update' | 'swap' | 'failedSwap' | 'fence' | 'spawn' | 'join';
  /** Its number among the events of the recording. */
  readonly event: number;
  readonly thread: number;
  readonly site: number;
  readonly code: number;
  /** -1 for events that access no memory. */
  readonly place: number;
  /** The value that it writes, or would write. */
  readonly value: bigint;
  /** Expected value of a swap. */
  readonly expected: bigint;
  /** The order of a failed swap. */
  readonly failureOrder?: MemoryOrder;
  /** Child of a spawn or join; otherwise -1. */
  readonly child: number;
}

/** Returns whether the event changes memory. */
export function writes({ kind }: RecordedEvent): boolean {
  return kind === 'store' || kind === 'update' || kind === 'swap';
}
