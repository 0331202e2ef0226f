import type { ElementType } from '@fencepost/core';
import type { Unhooked } from '../run.js';

// The binary format of recordings. A file is `MAGIC`, then blocks: type, number of bytes before and after compression,
// checksum (CRC-32 of all of that and of the following bytes), and the compressed bytes (Brotli). Numbers are
// little-endian. Varints have 7 bits per byte, low ones first; signed ones are zigzag-encoded. packages/recorder/native
// writes the contents of blocks.

/** The first bytes of a file; the last one is the version. */
export const MAGIC: Uint8Array = Uint8Array.of(0x46, 0x50, 0x52, 0x45, 0x43, 0x0d, 0x0a, 2);

/** Type (1 byte), bytes before compression (4), bytes stored (4), checksum (4). */
export const BLOCK_HEAD = 13;
/** Maximum size of a block: the runtime's columns have 4 MiB each. */
export const MOST_BLOCK_BYTES: number = 20 << 20;

/** JSON: the program, and its scheduling. The first block. */
export const HEADER = 1;
/** Events, in columns. */
export const EVENTS = 2;
/** Definitions of modules and sites, before the events that use them. */
export const SITES = 3;
/** JSON: the positions of sites in the sources. */
export const PLACES = 4;
/** JSON: the end of the run. The last block. */
export const END = 5;
/** JSON: the names of memory. */
export const REGIONS = 6;
/**
 * A segment begins (numbers of 4 bytes: the threads that there are): no site has an address, no memory has a value. If it
 * comes before all events, the first part of the run is missing.
 */
export const SEGMENT = 11;

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
/** Memory without a recorded write holds this value. */
export const OUTSIDE_EVENT = 13;
/** The following events belong to another thread. */
export const SWITCH_EVENT = 14;
/** A load of a synchronisation object that decided to do nothing: a failed try, or something already done. */
export const LOOK_EVENT = 15;
/** A step of a synchronisation object that is a plain store: unlocking a spin lock. */
export const OBJECT_STORE_EVENT = 16;
/** A block of the heap is freed. When a part of it is allocated again, there is an `ALLOCATE_EVENT`. */
export const FREE_BLOCK_EVENT = 17;
export const ALLOCATE_EVENT = 18;
export const LAST_KIND = ALLOCATE_EVENT;

/** In the value of a step that locks a mutex: its thread would not have waited for ever. */
export const TRIED: number = 1 << 24;

/** Entries in definitions. */
export const DEFINE_MODULE = 1;
export const DEFINE_SITE = 2;

/** Maximum number of bytes of a range in one event. */
export const MOST_RANGE_BYTES = 4096;
/** Size of the head of a block of events: whether it is cut off, sum of checks, lengths of the columns. */
export const EVENTS_HEAD = 24;

/** Schedulers of threads while a program is recorded. */
export const SCHEDULERS = ['random', 'pct'] as const;
export type SchedulerName = (typeof SCHEDULERS)[number];

/** Contents of the header. */
export interface RecordingHeader {
  readonly version: 1;
  readonly program: string;
  readonly arguments: readonly string[];
  readonly scheduler: SchedulerName;
  readonly seed: number;
  /** Whether steps that lock show `TRIED`. */
  readonly tellsTries?: true;
}

/**
 * Contents of the last block. `lost`: the process was killed, or became another program. `limit`: only the first part
 * of the run was to be recorded. `snapshot`: the process was still running.
 */
export interface RecordingEnd {
  readonly reason: 'exit' | 'abort' | 'signal' | 'deadlock' | 'lost' | 'limit' | 'snapshot';
  readonly operations: number;
  readonly threads: number;
  /** Limitations of the recording. */
  readonly notes?: readonly string[];
  readonly unhooked?: Unhooked;
}

/**
 * Memory between two addresses, and its name: `view[3]` if its elements have `unit` bytes; `variable+4` if `unit` is 0.
 */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly unit: number;
  readonly name: string;
  /** Element type, if known. */
  readonly form?: ElementType;
}
