/**
 * The calls of one execution, numbered from 0: those of the first thread in their order, then those of the next. What
 * was called and what was returned are numbers, too: equal for the same operation with the same arguments, and for
 * equal results.
 */
export interface History {
  readonly calls: ArrayLike<number>;
  /** What each call returned; `WAITS`: it never does; `NOT_CALLED`: as one before it never does. */
  readonly results: ArrayLike<number>;
}

/** The result of a call that waits forever. It must have no effect, and wait after all others as well. */
export const WAITS = -1;

/** The most calls of a history: a call has two bits of a word. */
export const MOST_CALLS = 15;

/** The bit of the end of call 0 in the words of an order; that of its beginning is bit 0. */
export const END = 16;

/**
 * The order of the beginnings and ends of n calls, as words of bits: for each call, what is before its beginning. In
 * real time there are n more words: what is before the end of each. Bit c is the beginning of call c, bit `END + c` its
 * end. It is transitive.
 */
export type CallOrder = Int32Array;

/** The calls that have ended when call c begins, as a set of bits. */
export function endedBefore(order: CallOrder, c: number): number {
  return order[c]! >>> END;
}

/**
 * What a data structure does when it is called by one thread. States are numbers; the first is 0. Calls are
 * deterministic: a state and a call have one result.
 */
export interface Specification {
  /**
   * The state after a call that returns `result` (`ANYTHING`: whatever that is), or `REFUSED` if it returns something
   * else, or waits.
   */
  after(state: number, call: number, result: number): number;
}

/** In place of the result of a call that is not made, as its thread waits forever. */
export const NOT_CALLED = -3;

/** Any result. */
export const ANYTHING = -2;

/** No state: the specification does not allow the result. */
export const REFUSED = -1;
