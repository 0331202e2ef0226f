import type { ElementType } from '@fencepost/core';
import type { Unhooked } from '../run.js';

// The binary form of recordings. A file is `MAGIC`, then blocks: type, number of bytes before and after compression,
// checksum (CRC-32 of all of that and what follows), and the compressed bytes (Brotli). Numbers are little-endian. Varints have 7 bits
// per byte, low ones first; signed ones are zigzag-encoded. packages/recorder/native writes the contents of blocks.

/** The first bytes of a file; the last is the version. */
export const MAGIC: Uint8Array = Uint8Array.of(0x46, 0x50, 0x52, 0x45, 0x43, 0x0d, 0x0a, 2);

/** Type (1 byte), bytes before compression (4), bytes stored (4), checksum (4). */
export const BLOCK_HEAD = 13;
/** The runtime's columns have 4 MiB each. */
export const MOST_BLOCK_BYTES: number = 20 << 20;

/** JSON: which program, how it was scheduled. The first block. */
export const HEADER = 1;
/** Events, in columns. */
export const EVENTS = 2;
/** Definitions of modules and sites, before the events that use them. */
export const SITES = 3;
/** JSON: where sites are in the sources. */
export const PLACES = 4;
/** JSON: how the run ended. The last block. */
export const END = 5;
/** JSON: the names of memory. */
export const REGIONS = 6;

// The kinds of events. packages/recorder/native/types.h has the same numbers.
export const LOAD_EVENT = 0;
export const STORE_EVENT = 1;
export const UPDATE_EVENT = 2;
export const SWAP_EVENT = 3;
export const FAILED_SWAP_EVENT = 4;
export const FENCE_EVENT = 5;
export const LOAD_RANGE_EVENT = 6;
export const STORE_RANGE_EVENT = 7;
export const OBJECT_EVENT = 8;
export const FAILED_OBJECT_EVENT = 9;
export const SPAWN_EVENT = 10;
export const JOIN_EVENT = 11;
export const FREE_EVENT = 12;
/** Memory that nobody has recorded a write to holds this. */
export const OUTSIDE_EVENT = 13;
/** The events that follow are of another thread. */
export const SWITCH_EVENT = 14;
export const LAST_KIND = SWITCH_EVENT;

/** In definitions. */
export const DEFINE_MODULE = 1;
export const DEFINE_SITE = 2;

/** The bytes of a range in one event. */
export const MOST_RANGE_BYTES = 4096;
/** A block of events begins with: is it cut off, sum of checks, lengths of the columns. */
export const EVENTS_HEAD = 24;

/** How threads take turns while a program is recorded. */
export const SCHEDULERS = ['random', 'pct'] as const;
export type SchedulerName = (typeof SCHEDULERS)[number];

/** What the header says. */
export interface RecordingHeader {
  readonly version: 1;
  readonly program: string;
  readonly arguments: readonly string[];
  readonly scheduler: SchedulerName;
  readonly seed: number;
}

/** What the last block says. `lost`: the process was killed, or became another program. */
export interface RecordingEnd {
  readonly reason: 'exit' | 'abort' | 'signal' | 'deadlock' | 'lost';
  readonly operations: number;
  readonly threads: number;
  /** What qualifies it. */
  readonly notes?: readonly string[];
  readonly unhooked?: Unhooked;
}

/** Memory between two addresses, and its name: `view[3]` if its elements have `unit` bytes; `variable+4` if that is 0. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly unit: number;
  readonly name: string;
  /** How the program sees its elements, if it is known. */
  readonly form?: ElementType;
}
