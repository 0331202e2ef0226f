import type { ElementType } from '@fencepost/core';

// The memory that all threads of a recorded process share, as words of 32 bits: who may take a step, and the steps that
// were taken. The recorder thread (packages/recorder/src/node) takes them out.

/** Whose turn it is (twice its number), and whether it is in the middle of a step (plus 1). */
export const BATON = 0;
/** The threads so far. */
export const THREADS = 1;
/** The sites of instrumented modules so far; 0 is none. */
export const SITES = 2;
/** Steps that were written, and those that were taken out. They wrap around. */
export const HEAD = 3;
export const TAIL = 4;
/** What the recorder thread answers: see `Question`. 0: nothing yet. */
export const ANSWER = 5;
/** See the values below. */
export const PHASE = 6;
/** Are there message ports or channels other than those between a worker and its parent? */
export const HAS_PORTS = 7;
export const RANDOM = 8;
/** Steps until another thread may get its turn, and how many there were when they were last granted. */
export const BUDGET = 9;
export const GRANTED = 10;
export const IS_PCT = 11;
export const STEPS = 12;
export const LOWEST_PRIORITY = 13;
export const CHANGES = 14;
export const CHANGES_DONE = 15;
/** How often a thread has asked that all steps so far leave the process, and how many of these times they have. */
export const FLUSHES_ASKED = 16;
export const FLUSHES = 17;
export const CHANGE_POINTS = 18;
export const MOST_CHANGES = 64;

/** `PHASE`: nothing is recorded yet; recording; all steps were written; the recorder thread has ended. */
export const BEFORE = 0;
export const RECORDING = 1;
export const CLOSING = 2;
export const CLOSED = 3;

/** In one process. */
export const MOST_THREADS = 4096;
/** By thread: see `State`. */
export const STATE: number = CHANGE_POINTS + MOST_CHANGES;
/** By thread: changes when it gets its turn, and is what it sleeps on. */
export const TURN: number = STATE + MOST_THREADS;
export const PRIORITY: number = TURN + MOST_THREADS;
/** By thread: the number that Node has for it. */
export const NODE_IDS: number = PRIORITY + MOST_THREADS;
const RING: number = NODE_IDS + MOST_THREADS;

/** A power of two. */
export const RING_STEPS: number = 1 << 15;
const STEP_WORDS = 12;
export const ALL_WORDS: number = RING + RING_STEPS * STEP_WORDS;

/** The index of a step's first word. */
export function stepAt(count: number): number {
  return RING + (count & (RING_STEPS - 1)) * STEP_WORDS;
}

// The words of a step.
/** Kind, logarithm of the size, orders: as recordings define sites. */
export const WHAT = 0;
export const SITE = 1;
export const THREAD = 2;
/** Two words each. For a spawn or a join, `ADDRESS` is the child. */
export const ADDRESS = 3;
/** What was read. */
export const READ = 5;
/** What was written, or would have been. */
export const WRITTEN = 7;
/** By a compare-and-swap. */
export const EXPECTED = 9;
/** The bytes that were accessed, if the access is not aligned; else 0. */
export const BYTES = 11;

/** Synchronisation objects that are no memory have addresses from here on. */
export const OBJECTS: number = 2 ** 44;

/** What threads tell the recorder thread through a channel of this name. */
export const CHANNEL = 'fencepost.record';

/** Which buffer is this? The answer is its address in units of `BASE_UNIT`. */
export interface Question {
  readonly ask: 'buffer';
  readonly buffer: SharedArrayBuffer;
}
export const BASE_UNIT = 64;

/** Where the sites of a module are: a list of `InPlaceSite`. */
export interface ModuleSites {
  readonly ask: 'sites';
  readonly first: number;
  readonly file: string;
  readonly list: string;
}

/**
 * Memory between two addresses has the name that it has at this site; its elements have so many bytes, and values of
 * this form.
 */
export interface NamedMemory {
  readonly ask: 'name';
  readonly site: number;
  readonly start: number;
  readonly end: number;
  readonly unit: number;
  readonly form: ElementType;
}

/** Something that qualifies what the recording says. */
export interface Note {
  readonly ask: 'note';
  readonly text: string;
}

export type Told = Question | ModuleSites | NamedMemory | Note;

/** What the recorder thread starts with. */
export interface RecorderData {
  readonly words: Int32Array;
  /** The socket of `fencepost record`. */
  readonly socket: string;
  readonly program: string;
}
