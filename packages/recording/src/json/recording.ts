import type { MemoryOrder, RmwFunction, Site, Width } from '@fencepost/core';

/** One operation of a recorded execution. */
export interface RecordedOperation {
  readonly thread: string;
  readonly op: 'load' | 'store' | 'fence' | 'spawn' | 'join' | 'lock' | 'unlock' | 'free' | RmwFunction;
  /** Name of the place in memory, or of the lock; not for a fence, a spawn or a join. */
  readonly place?: string;
  /** The value stored, or the operand of a read-modify-write. A text in decimal where a number is too small for it. */
  readonly value?: RecordedValue;
  /** Of a `cas`. */
  readonly expected?: RecordedValue;
  /** What the operation read, which is compared with what it must have read. */
  readonly read?: RecordedValue;
  /** Bits of these values. Default: 32. */
  readonly width?: Width;
  /** The thread that is started or joined. */
  readonly child?: string;
  readonly order?: MemoryOrder;
  readonly site?: Site;
}

export type RecordedValue = number | string;

/** An execution under SC, operation by operation in the order they happened. Plain JSON: the format of trace files. */
export interface Recording {
  readonly version: 1;
  readonly name: string;
  /** Initial values of places; 0 where absent. */
  readonly initial?: Readonly<Record<string, RecordedValue>>;
  readonly operations: readonly RecordedOperation[];
}
