/**
 * The calls of one execution, numbered from 0: those of the first thread in their order, then those of the next. Calls
 * and results are numbers, too: equal for the same operation with the same arguments, and for equal results.
 */
export interface History {
  readonly calls: ArrayLike<number>;
  /** Result of each call. `WAITS`: it never returns. `NOT_CALLED`: a call before it never returns. */
  readonly results: ArrayLike<number>;
}

/** The result of a call that waits forever. It must have no effect, and must also wait after all others. */
export const WAITS = -1;

/** Maximum number of calls of a history. A call takes two bits of a word. */
export const MOST_CALLS = 15;

/** Bit of the end of call 0 in the words of an order. The beginning of call 0 is bit 0. */
export const END = 16;

/**
 * The order of the beginnings and ends of n calls, as words of bits: for each call, the events before its beginning. In
 * real time there are n more words: the events before the end of each call. Bit c is the beginning of call c, bit `END
 * + c` its end. The order is transitive.
 */
export type CallOrder = Int32Array;

/** Returns the order in real time of beginnings (c) and ends (`END + c`) that happened in this order. */
export function realTimeOrder(count: number, happened: readonly number[]): CallOrder {
  const order = new Int32Array(2 * count);
  let before = 0;
  for (const node of happened) {
    order[node < END ? node : count + node - END] = before;
    before |= 1 << node;
  }
  return order;
}

/** Returns the calls that have ended when call c begins, as a set of bits. */
export function endedBefore(order: CallOrder, c: number): number {
  return order[c]! >>> END;
}

/**
 * The behaviour of a data structure that is called by one thread. States are numbers; the first is 0. Calls are
 * deterministic: a state and a call have one result.
 */
export interface Specification {
  /**
   * Returns the state after a call that returns `result` (`ANYTHING`: any result), or `REFUSED` if it returns another
   * result, or waits.
   */
  after(state: number, call: number, result: number): number;
}

/** The result of a call that is not made, because its thread waits forever. */
export const NOT_CALLED = -3;

/** Any result. */
export const ANYTHING = -2;

/** No state: the specification does not allow the result. */
export const REFUSED = -1;
