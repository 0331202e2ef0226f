import type { MemoryOrder, RmwFunction, Site, Width } from '@fencepost/core';

/** One operation of a recorded execution. */
export interface RecordedOperation {
  readonly thread: string;
  readonly op: 'load' | 'store' | 'fence' | 'spawn' | 'join' | 'lock' | 'unlock' | 'free' | RmwFunction;
  /** Name of the memory location, or of the lock; absent for a fence, a spawn or a join. */
  readonly place?: string;
  /** The value stored, or the operand of a read-modify-write. Decimal text if a JavaScript number cannot hold it. */
  readonly value?: RecordedValue;
  /** Expected value of a `cas`. */
  readonly expected?: RecordedValue;
  /** The value read, which is compared with the value that the operation must have read. */
  readonly read?: RecordedValue;
  /** Width of these values in bits. Default: 32. */
  readonly width?: Width;
  /** The thread that is started or joined. */
  readonly child?: string;
  readonly order?: MemoryOrder;
  readonly site?: Site;
}

export type RecordedValue = number | string;

/** An execution under SC: its operations, in order. Plain JSON: the format of trace files. */
export interface Recording {
  readonly version: 1;
  readonly name: string;
  /** Initial values of places; 0 if absent. */
  readonly initial?: Readonly<Record<string, RecordedValue>>;
  readonly operations: readonly RecordedOperation[];
}
