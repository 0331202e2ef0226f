/** The end of a call that never returned: it may have taken effect, or may yet. */
export const NEVER = Number.POSITIVE_INFINITY;

/** A call of a recorded history. Beginnings and ends are positions in one order: distinct whole numbers from 0. */
export interface ObservedCall {
  /** The caller. */
  readonly process: Value;
  /** The operation, by its usual name: `put`, `take`, `read`, … (see `usualName`). */
  readonly operation: string;
  /** Arguments and results as one word each: equal words stand for equal values. */
  readonly given: readonly Value[];
  /** What it returned; undefined if it never returned, or returned nothing. */
  readonly result: Value | undefined;
  readonly begin: number;
  readonly end: number;
  /** Its number in the history. */
  readonly index: number;
}

/** A value of a history. Other JSON values are represented by their text (`valueOf`). */
export type Value = number | string | boolean | null;

/** Why no order explains the calls. */
export interface Violation {
  /** The calls that show it, in the order in which `why` names them. */
  readonly calls: readonly ObservedCall[];
  readonly why: string;
}

/** What a decision found: no violation means that the history is linearizable. */
export interface Decided {
  readonly violation?: Violation;
  /** The search was given up: neither a violation nor an explanation was found. */
  readonly isCutOff?: boolean;
}

export const EXPLAINED: Decided = {};

export function hasReturned(call: ObservedCall): boolean {
  return call.end !== NEVER;
}
