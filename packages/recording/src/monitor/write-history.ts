import { grown } from '@fencepost/core';

/** The initial write of every place. */
export const INITIAL_WRITE = 0;
/** Stands for older writes that were dropped although an operation might still precede them. */
export const FORGOTTEN = -1;

/** The site of a write by code without hooks: it is not reported. */
export const NO_SITE = -1;

/** Number of writes to keep. */
export interface HistoryRoom {
  /** Initial capacity, which doubles as needed. */
  readonly first: number;
  /** At this capacity, only the `perPlace` last writes of each place are kept. */
  readonly most: number;
  readonly perPlace: number;
}

/** 300 MB at most, unless there are more places than writes to keep. */
export const HISTORY_ROOM: HistoryRoom = { first: 1 << 14, most: 1 << 23, perPlace: 32 };

/**
 * The writes that a monitor still needs, by place, from the latest back. A write is a number; numbers of dropped writes
 * are reused. One object with plain columns, as the monitors read it in their innermost loop.
 */
export class WriteHistory {
  // Columns by write.
  previous: Int32Array;
  writer: Int32Array;
  /** Its time, which increases along its thread from 1: the unit of entries of clocks. */
  index: Int32Array;
  site: Int32Array;
  /** 1 if it is a read-modify-write: nothing comes between it and the write before it. */
  atomic: Int32Array;
  /** Its number among the events of the execution. */
  event: Int32Array;
  low: Int32Array;
  high: Int32Array;
  private free: Int32Array;
  private freeCount = 0;

  constructor(first: number) {
    const column = (): Int32Array => new Int32Array(first);
    this.previous = column();
    this.writer = column();
    this.index = column();
    this.site = column();
    this.atomic = column();
    this.event = column();
    this.low = column();
    this.high = column();
    this.free = column();
    this.addFree(1, first);
  }

  /** Number of writes for which there is room, used or free. */
  get capacity(): number {
    return this.previous.length;
  }

  /** Number of further writes for which there is room. */
  get left(): number {
    return this.freeCount;
  }

  /** Allocates a write. The caller fills the columns, and ensures that there is room. */
  take(): number {
    return this.free[--this.freeCount]!;
  }

  /** Drops every write of the place that is older than this one, and replaces them by `instead`. */
  cut(write: number, instead: number, onDrop: (write: number) => void): void {
    for (let at = this.previous[write]!; at > INITIAL_WRITE;) {
      const older = this.previous[at]!;
      this.drop(at, onDrop);
      at = older;
    }
    this.previous[write] = instead;
  }

  /** Drops this write and all older ones of its place. */
  dropAll(latest: number, onDrop: (write: number) => void): void {
    if (latest === INITIAL_WRITE) return;
    this.cut(latest, INITIAL_WRITE, onDrop);
    this.drop(latest, onDrop);
  }

  grow(): void {
    const before = this.capacity;
    const columns = ['previous', 'writer', 'index', 'site', 'atomic', 'event', 'low', 'high', 'free'] as const;
    for (const column of columns) this[column] = grown(this[column], 2 * before);
    this.addFree(before, 2 * before);
  }

  private drop(write: number, onDrop: (write: number) => void): void {
    onDrop(write);
    this.free[this.freeCount++] = write;
  }

  private addFree(from: number, to: number): void {
    for (let write = to - 1; write >= from; write--) this.free[this.freeCount++] = write;
  }
}
