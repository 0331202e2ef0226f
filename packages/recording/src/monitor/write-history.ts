import { grown } from '@fencepost/core';

/** The initial write of every place. */
export const INITIAL_WRITE = 0;
/** Stands for older writes that were dropped although an operation might still come before them. */
export const FORGOTTEN = -1;

/** The site of a write by code without hooks: nothing is reported about it. */
export const NO_SITE = -1;

/** How many writes are kept. */
export interface HistoryRoom {
  /** Room before any are dropped, which doubles as needed. */
  readonly first: number;
  /** With so much room, older writes than the `perPlace` last ones of their place are forgotten. */
  readonly most: number;
  readonly perPlace: number;
}

/** 300 MB at most, unless there are more places than writes to keep. */
export const HISTORY_ROOM: HistoryRoom = { first: 1 << 14, most: 1 << 23, perPlace: 32 };

/**
 * The writes that a monitor still has to know, place by place, from the latest back. A write is a number; numbers of
 * dropped writes are used again. One object with plain columns, as the monitors read it in their innermost loop.
 */
export class WriteHistory {
  // By write.
  previous: Int32Array;
  writer: Int32Array;
  /** Its index among the writes of its thread, which is what entries of clocks hold; from 1. */
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

  /** Number of writes that have room, in use or not. */
  get capacity(): number {
    return this.previous.length;
  }

  /** For how many more there is room. */
  get left(): number {
    return this.freeCount;
  }

  /** A new write. The caller fills the columns, and sees to it that there is room. */
  take(): number {
    return this.free[--this.freeCount]!;
  }

  /** Drops every write of the place that is older than this one. `instead` stands for them. */
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
