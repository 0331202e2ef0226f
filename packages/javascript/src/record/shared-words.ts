import type { ElementType } from '@fencepost/core';

// The memory that all threads of a recorded process share, as 32-bit words: the scheduler state, and a ring of recorded
// steps. The recorder thread (packages/recorder/src/node) removes the steps.

/** The thread whose turn it is (twice its number), plus 1 while it is within a step. */
export const BATON = 0;
/** Number of threads started. */
export const THREADS = 1;
/** Number of sites of all instrumented modules; site 0 means none. */
export const SITES = 2;
/** Number of steps written, and of steps removed. Both wrap around. */
export const HEAD = 3;
export const TAIL = 4;
/** Answer of the recorder thread to a `Question`; 0: none yet. */
export const ANSWER = 5;
/** One of the values below. */
export const PHASE = 6;
/** Whether message ports or channels exist other than those between a worker and its parent. */
export const HAS_PORTS = 7;
export const RANDOM = 8;
/** Steps left in the current turn, and steps granted at its start. */
export const BUDGET = 9;
export const GRANTED = 10;
export const IS_PCT = 11;
export const STEPS = 12;
export const LOWEST_PRIORITY = 13;
export const CHANGES = 14;
export const CHANGES_DONE = 15;
/** Number of requests to flush all steps out of the process, and number of requests completed. */
export const FLUSHES_ASKED = 16;
export const FLUSHES = 17;
export const CHANGE_POINTS = 18;
export const MOST_CHANGES = 64;

/** `PHASE`: nothing is recorded yet; recording; all steps were written; the recorder thread has ended. */
export const BEFORE = 0;
export const RECORDING = 1;
export const CLOSING = 2;
export const CLOSED = 3;

/** Maximum number of threads in one process. */
export const MOST_THREADS = 4096;
/** By thread: its state (see scheduler.ts). */
export const STATE: number = CHANGE_POINTS + MOST_CHANGES;
/** By thread: a word that changes when its turn begins; the thread sleeps on it. */
export const TURN: number = STATE + MOST_THREADS;
export const PRIORITY: number = TURN + MOST_THREADS;
/** By thread: its id in Node. */
export const NODE_IDS: number = PRIORITY + MOST_THREADS;
const RING: number = NODE_IDS + MOST_THREADS;

/** A power of two. */
export const RING_STEPS: number = 1 << 15;
const STEP_WORDS = 12;
export const ALL_WORDS: number = RING + RING_STEPS * STEP_WORDS;

/** Returns the index of a step's first word. */
export function stepAt(count: number): number {
  return RING + (count & (RING_STEPS - 1)) * STEP_WORDS;
}

// The words of a step.
/** Kind, logarithm of the size, memory orders: encoded as for sites in recordings. */
export const WHAT = 0;
export const SITE = 1;
export const THREAD = 2;
/** Two words each. For a spawn or a join, `ADDRESS` is the child. */
export const ADDRESS = 3;
/** Value read. */
export const READ = 5;
/** Value written, or that a failed compare-and-swap would have written. */
export const WRITTEN = 7;
/** Value expected by a compare-and-swap. */
export const EXPECTED = 9;
/** Bytes accessed, if the access is not aligned; otherwise 0. */
export const BYTES = 11;

/** First address for synchronisation objects that are not memory. */
export const OBJECTS: number = 2 ** 44;

/** Name of the channel for messages to the recorder thread. */
export const CHANNEL = 'fencepost.record';

/** Requests the address of a buffer. The answer is in units of `BASE_UNIT`. */
export interface Question {
  readonly ask: 'buffer';
  readonly buffer: SharedArrayBuffer;
}
export const BASE_UNIT = 64;

/** Source positions of a module's sites: a list of `InPlaceSite`. */
export interface ModuleSites {
  readonly ask: 'sites';
  readonly first: number;
  readonly file: string;
  readonly list: string;
}

/**
 * Name of the memory between two addresses, taken from the expression at this site; `unit`: size of an element in
 * bytes; `form`: type of its values.
 */
export interface NamedMemory {
  readonly ask: 'name';
  readonly site: number;
  readonly start: number;
  readonly end: number;
  readonly unit: number;
  readonly form: ElementType;
}

/** A limitation of the recording, for reports. */
export interface Note {
  readonly ask: 'note';
  readonly text: string;
}

export type Told = Question | ModuleSites | NamedMemory | Note;

/** Initial data of the recorder thread. */
export interface RecorderData {
  readonly words: Int32Array;
  /** The socket of `fencepost record`. */
  readonly socket: string;
  readonly program: string;
}
