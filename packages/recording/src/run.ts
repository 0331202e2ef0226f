import type { Site } from '@fencepost/core';
import type { RecordedEvents } from './events.js';

/** A position in the sources and, if it is inlined, those of its callers, from the inside out. */
export interface RecordedPlace extends Site {
  readonly callers?: readonly Site[];
}

/** Synchronisation that is not recorded: assembler, libraries without hooks. */
export interface Unhooked {
  /** Texts such as `mfence at flags.c:12`, `libgomp.so.1`. */
  readonly what: readonly string[];
  /** Sites near which it may have happened, in ascending order. */
  readonly sites: readonly number[] | 'all';
}

/** Names of the numbers in a recording. */
export interface RecordedNames {
  /** Name of the recording. */
  readonly name: string;
  /** Returns the value of a place before the first write, if known. */
  initialValue(place: number): bigint | undefined;
  threadName(thread: number): string;
  placeName(place: number): string;
  /** Returns the address of a place, if there is one; known after `feed`. */
  addressOf?(place: number): number | undefined;
  /** Returns a value of the place as the program would write it. Default: an integer. */
  showValue?(place: number, value: bigint): string;
  siteOf(site: number): RecordedPlace | undefined;
}

/** A recorded execution, independent of its storage format. */
export interface RecordedRun extends RecordedNames {
  /** Threads 0 to roots - 1 exist from the start; all others are started by one of these, or by their children. */
  readonly roots: number;
  /** Limitations that qualify findings in the run. */
  readonly notes?: readonly string[];
  /** Whether steps that lock a mutex show that their thread would not have waited (`TRIED`). */
  readonly tellsTries?: boolean;
  /** Synchronisation that is not recorded, and may explain findings. */
  readonly unhooked?: Unhooked;
  /** Reports the events, and returns the number of operations. May be called again, and then reports the same. */
  feed(events: RecordedEvents): number;
}
