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
 * The helpers that rewritten code calls, in the order of import. The last argument of an access is its number in
 * `VisibleCode.accesses`; addresses are passed without the offset of the instruction. Floating-point numbers are passed
 * as integers, so that no bit of a NaN changes.
 */
export const HELPERS = {
  load32: gives(i32, i32, i32),
  load64: gives(i64, i32, i32),
  store32: takes(i32, i32, i32),
  store64: takes(i32, i64, i32),
  update32: gives(i32, i32, i32, i32),
  update64: gives(i64, i32, i64, i32),
  /** Arguments: address, expected value, replacement. */
  exchange32: gives(i32, i32, i32, i32, i32),
  exchange64: gives(i64, i32, i64, i64, i32),
  /** Arguments: address, expected value, nanoseconds. */
  wait32: gives(i32, i32, i32, i64, i32),
  wait64: gives(i32, i32, i64, i64, i32),
  notify: gives(i32, i32, i32, i32),
  fence: takes(i32),
  size: gives(i32, i32),
  grow: gives(i32, i32, i32),
  /** Arguments: target, source, length. */
  copy: takes(i32, i32, i32, i32),
  /** Arguments: address, byte, length. */
  fill: takes(i32, i32, i32, i32),
  /** Arguments: target, start in the segment, length. */
  init: takes(i32, i32, i32, i32),
  /** Argument: address of an active segment. */
  place: takes(i32, i32),
  /** Argument: number of a segment. */
  drop: takes(i32),
  /**
   * Called when a loop begins, with its number in `VisibleCode.loops`. Returns an identifier of this activation of the
   * loop.
   */
  enter: gives(i32, i32),
  /** Called before `head` with the variables that the loop carries along. */
  carry32: takes(i32),
  carry64: takes(i64),
  /**
   * Called before `head` with a counter of the loop. `limit`: called then with each value that the counter is compared
   * with.
   */
  count: takes(i32),
  limit: takes(i32),
  /** Called at the head of an entered loop. */
  head: takes(i32),
  /** Called after `head`. Returns the number to add to a counter, by the index of the counter. */
  passed: gives(i32, i32, i32),
  /** Called with the number of a global that is about to change. */
  touch: takes(i32),
  /** Called before other changes that outlive an iteration: to tables, or to memory that is not shared. */
  effect: takes(),
} satisfies Readonly<Record<string, Helper>>;

/** The name of a helper. */
export type HelperName = keyof typeof HELPERS;

/** Module name of the helpers, and prefix of the names of exports that the original does not have. */
export const HIDDEN = '\u0000fencepost';
/** Export that runs the initialisation of an instance. */
export const START = `${HIDDEN} start`;

/** Returns the name under which a mutable global is exported. */
export function hiddenGlobal(index: number): string {
  return `${HIDDEN} global ${index}`;
}
