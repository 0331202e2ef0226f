import { types } from '#host/types';
import { shared } from '../memory/views/views.js';
import { isObject } from '../world/objects/is-object.js';

/**
 * The head of a plain loop (transform/control/plain-loops.ts) as last visited. Together with the results since then, it
 * determines the state of the thread.
 */
export interface PlainHead {
  readonly loop: number;
  /** Number of operations before the loop, which determine everything but its variables. */
  readonly base: number;
  /** Number of operations before this visit. */
  readonly at: number;
  readonly variables: readonly (number | undefined)[];
}

/** An object, and names of properties that lead from it to others. */
export type Path = readonly [object: unknown, ...names: readonly string[]];

/** Longer histories are not compared. */
const MOST_BEFORE = 256;
const MOST_SINCE = 32;
const { getOwnPropertyDescriptor: describe } = Object;

/** Whether a loop is plain: its paths call no getters, and its operators convert no objects. */
export function isPlain(views: readonly Path[], numbers: readonly Path[], variables: readonly unknown[]): boolean {
  return (
    variables.every((value) => value === undefined || typeof value === 'number') &&
    views.every((path) => shared(valueAt(path)) !== undefined) &&
    numbers.every((path) => typeof valueAt(path) === 'number')
  );
}

/** Returns the value at the end of a path; undefined if it is not made of properties with values. */
function valueAt([object, ...names]: Path): unknown {
  let value = object;
  for (const name of names) {
    let holder: unknown = value;
    let found: PropertyDescriptor | undefined;
    while (isObject(holder) && found === undefined) {
      if (types.isProxy(holder)) return undefined;
      found = describe(holder, name);
      holder = Reflect.getPrototypeOf(holder);
    }
    if (found === undefined || !('value' in found)) return undefined;
    value = found.value;
  }
  return value;
}

/** Returns words that determine the future of a thread that has visited this head and has had these results. */
export function wordsOf({ loop, base, at, variables }: PlainHead, results: readonly number[]): Int32Array | undefined {
  if (base > MOST_BEFORE || results.length - at > MOST_SINCE) return undefined;
  // Undefined is a number of its own.
  const values = variables.flatMap((value) => (value === undefined ? [1, 0] : [0, value]));
  const numbers = [loop, base, ...results.slice(0, base), ...values, ...results.slice(at)];
  return new Int32Array(Float64Array.from(numbers).buffer);
}
