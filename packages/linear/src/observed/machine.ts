import type { ObservedCall, Value } from './observed-call.js';

/** The call is impossible in this state. */
export const IMPOSSIBLE = -1;

/** A specification as a state machine, for the search. States are whole numbers from 0, the first one. */
export interface Machine {
  /** Returns the state after a call; IMPOSSIBLE if it cannot have had this result. */
  readonly after: (state: number, call: ObservedCall) => number;
  /** Whether the call, with this result, changes no state: it can happen as soon as its result is right. */
  readonly onlyLooks: (call: ObservedCall) => boolean;
  /** A state in words, for a reader. */
  readonly show: (state: number) => string;
}

/** Whether a call that returned `result` could have. Calls that never returned could have returned anything. */
export function fits(call: ObservedCall, result: Value): boolean {
  return call.result === undefined || call.result === result;
}

/** Numbers contents: equal contents, by their key, have the same number. The first gets 0. */
export class Numbered<T> {
  private readonly numbers = new Map<Value, number>();
  private readonly contents: T[] = [];

  constructor(first: T, key: Value) {
    this.numberOf(first, key);
  }

  numberOf(content: T, key: Value): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.contents.length);
    return this.contents.push(content) - 1;
  }

  of(number: number): T {
    return this.contents[number]!;
  }
}
