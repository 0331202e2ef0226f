import { TYPE } from '../format.js';

const { i32, i64 } = TYPE;

/** A function that rewritten code imports. */
interface Helper {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

const takes = (...parameters: readonly number[]): Helper => ({ parameters, results: [] });
const gives = (result: number, ...parameters: readonly number[]): Helper => ({ parameters, results: [result] });

/**
 * What rewritten code calls, in the order of import. The last argument of an access is its number in
 * `VisibleCode.accesses`; addresses come without the offset of the instruction. Floating-point numbers come as
 * integers, so that no bit of a NaN changes.
 */
export const HELPERS = {
  load32: gives(i32, i32, i32),
  load64: gives(i64, i32, i32),
  store32: takes(i32, i32, i32),
  store64: takes(i32, i64, i32),
  update32: gives(i32, i32, i32, i32),
  update64: gives(i64, i32, i64, i32),
  /** Address, expected value, replacement. */
  exchange32: gives(i32, i32, i32, i32, i32),
  exchange64: gives(i64, i32, i64, i64, i32),
  /** Address, expected value, nanoseconds. */
  wait32: gives(i32, i32, i32, i64, i32),
  wait64: gives(i32, i32, i64, i64, i32),
  notify: gives(i32, i32, i32, i32),
  fence: takes(i32),
  size: gives(i32, i32),
  grow: gives(i32, i32, i32),
  /** To, from, length. */
  copy: takes(i32, i32, i32, i32),
  /** Address, byte, length. */
  fill: takes(i32, i32, i32, i32),
  /** To, start in the segment, length. */
  init: takes(i32, i32, i32, i32),
  /** An active segment: its address. */
  place: takes(i32, i32),
  /** The number of a segment. */
  drop: takes(i32),
  /** A loop begins, by its number in `VisibleCode.loops`; gives the loop as it is entered. */
  enter: gives(i32, i32),
  /** Before `head`: variables that the loop carries along. */
  carry32: takes(i32),
  carry64: takes(i64),
  /** Before `head`: a counter of the loop, and then what it is compared with. */
  count: takes(i32),
  limit: takes(i32),
  /** The head of an entered loop. */
  head: takes(i32),
  /** After it: what is to be added to a counter, by its number. */
  passed: gives(i32, i32, i32),
  /** The number of a global that is about to change. */
  touch: takes(i32),
  /** Something else changes that outlives an iteration: tables, memory that is not shared. */
  effect: takes(),
} satisfies Readonly<Record<string, Helper>>;

/** The name of one of them. */
export type HelperName = keyof typeof HELPERS;

/** Module name of the helpers, and the start of the names of exports that the original does not have. */
export const HIDDEN = '\u0000fencepost';
/** Runs what an instance runs when it is made. */
export const START = `${HIDDEN} start`;

/** The name under which a mutable global is exported. */
export function hiddenGlobal(index: number): string {
  return `${HIDDEN} global ${index}`;
}
