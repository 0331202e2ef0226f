/** Rounds between two full synchronisations. */
export const BATCH = 1000;

/** 32-bit words between two cells: two cache lines, since processors like to fetch lines in pairs. */
export const STRIDE = 32;

/** Bits per value in the number of an outcome; values are 0 to 2. */
export const VALUE_BITS = 2;
/** Registers and final cells together. */
const MOST_VALUES = 4;
export const HISTOGRAM_LENGTH = 1 << (VALUE_BITS * MOST_VALUES);

/** The lines of a thread in one round. */
export type Lines = (view: Int32Array, x: number, y: number, results: Int32Array, round: number) => void;

/** What a worker is given. */
export interface StressJob {
  /** 0 or 1. */
  readonly me: number;
  readonly batches: number;
  readonly batchLength: number;
  readonly stride: number;
  /** Body of the function `Lines`. */
  readonly body: string;
  /** Where cells are: that of x and that of y of round 0, of round 1, and so on. */
  readonly cells: Int32Array;
  /** What the threads have loaded: `batchLength` words for each register. */
  readonly results: Int32Array;
  /** Number of registers. */
  readonly registers: number;
  /** Indices (0 for x) of the cells whose final value counts. */
  readonly finals: readonly number[];
  readonly valueBits: number;
  /** How often each outcome was seen, by its number. */
  readonly histogram: Int32Array;
  /** At 0 the barrier, then the round in which each thread is; `stride` apart. */
  readonly sync: Int32Array;
}
