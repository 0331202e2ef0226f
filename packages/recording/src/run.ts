import type { Site } from '@fencepost/core';
import type { RecordedEvents } from './events.js';

/** A place in the sources, and if it is inlined there, where: from the inside out. */
export interface RecordedPlace extends Site {
  readonly callers?: readonly Site[];
}

/** Synchronisation that is not recorded: assembler, libraries without hooks. */
export interface Unhooked {
  /** As in `mfence at flags.c:12`, `libgomp.so.1`. */
  readonly what: readonly string[];
  /** Sites next to which it may have happened, in ascending order. */
  readonly sites: readonly number[] | 'all';
}

/** What the numbers of a recording stand for. */
export interface RecordedNames {
  /** Of the recording. */
  readonly name: string;
  /** The value of a place before anything is written, if it is known. */
  initialValue(place: number): bigint | undefined;
  threadName(thread: number): string;
  placeName(place: number): string;
  /** A value of the place as the program would write it. Default: an integer. */
  showValue?(place: number, value: bigint): string;
  siteOf(site: number): RecordedPlace | undefined;
}

/** A recorded execution, whatever it is stored in. */
export interface RecordedRun extends RecordedNames {
  /** Threads 0 to roots - 1 exist from the start; all others are started by one of these, or by their children. */
  readonly roots: number;
  /** What qualifies what is found in it. */
  readonly notes?: readonly string[];
  /** Synchronisation that is not recorded, and that may explain what is found. */
  readonly unhooked?: Unhooked;
  /** Reports the events, and returns the number of operations. May be called again, and then reports the same. */
  feed(events: RecordedEvents): number;
}
