import type { Site } from '@fencepost/core';
import type { LibraryFunction, LibraryValue, Steps, ThreadServices } from './services.js';

/** Usual signature of a library function: all arguments are numbers. No object or size needs more than 53 bits. */
type NumericFunction = (
  thread: ThreadServices,
  site: Site | undefined,
  ...args: number[]
) => LibraryValue | Steps<LibraryValue> | Steps<void>;

/** Facts about a library function for the analysis of a program, which does not see its code. */
export interface FunctionFacts {
  /** The pointer arguments (from 0) that it uses only while it runs. Default: none, they become shared. */
  readonly forgets?: 'all' | readonly number[];
  /** Whether it only indicates that the thread waits. A loop that calls it may still change nothing. */
  readonly isHint?: boolean;
  /** Whether every call is a failure. */
  readonly fails?: boolean;
  /** The function of the program that it calls, or starts a thread at. */
  readonly calls?: CalledFunction;
}

/** A function that the program passes to a library function: which argument it is (from 0), and its type. */
export interface CalledFunction {
  readonly index: number;
  readonly result: 'ptr' | 'i32' | 'void';
  /** Whether it takes one argument, a pointer. Otherwise it takes none. */
  readonly hasArgument: boolean;
}

/** A group of library functions, by name. */
export type LibraryPart = readonly (readonly [string, LibraryFunction, FunctionFacts?])[];

/** Adds facts to functions of `part`. A key may have several names, separated by spaces. */
export function about(part: LibraryPart, facts: Readonly<Record<string, FunctionFacts>>): LibraryPart {
  const byName = new Map<string, FunctionFacts>();
  for (const [names, each] of Object.entries(facts)) {
    for (const name of names.split(' ')) byName.set(name, { ...byName.get(name), ...each });
  }
  const result = part.map(([name, fn, known]) => [name, fn, { ...known, ...byName.get(name) }] as const);
  for (const [name] of part) byName.delete(name);
  if (byName.size > 0) throw new Error(`no library function ${[...byName.keys()].join(', ')}`);
  return result;
}

/** Defines functions that get all arguments, including pointers, as numbers. */
export function functions(table: Readonly<Record<string, NumericFunction>>): LibraryPart {
  return Object.entries(table).map(([name, fn]) => [
    name,
    // A generator that returns nothing returns `undefined`.
    (thread, site, ...args) => fn(thread, site, ...args.map(Number)) as LibraryValue | Steps<LibraryValue>,
  ]);
}

/** Arguments as the program passed them. */
export type Words = readonly (number | bigint)[];

/** Defines functions that pass on words of the program with all 64 bits. */
export function exact(table: Readonly<Record<string, LibraryFunction>>): LibraryPart {
  return Object.entries(table);
}

/** Defines other names for functions of `part`, with the same facts. */
export function aliases(part: LibraryPart, names: Readonly<Record<string, string>>): LibraryPart {
  const known = new Map(part.map(([name, fn, facts]) => [name, { fn, facts: facts ?? {} }]));
  return Object.entries(names).map(([name, target]) => {
    const found = known.get(target);
    if (found === undefined) throw new Error(`no library function ${target}`);
    return [name, found.fn, found.facts];
  });
}

/** Defines one function under many names. */
export function named(names: readonly string[], fn: NumericFunction): LibraryPart {
  return functions(Object.fromEntries(names.map((name) => [name, fn])));
}

/** Converts to a `long` or `size_t`, which is as wide as a pointer. */
export function word(thread: ThreadServices, value: number | bigint): LibraryValue {
  return thread.pointerSize === 8 ? BigInt.asIntN(64, BigInt(value)) : Number(BigInt.asIntN(32, BigInt(value)));
}

/** Converts a pointer result. Pointers are numbers in the library, and words in the program. */
export function pointerResult(
  thread: ThreadServices,
  result: LibraryValue | Steps<LibraryValue>,
): LibraryValue | Steps<LibraryValue> {
  if (typeof result === 'object') return later(result);
  return word(thread, result ?? 0);

  function* later(steps: Steps<LibraryValue>): Steps<LibraryValue> {
    return word(thread, (yield* steps) ?? 0);
  }
}

/** Converts a `size_t` argument; a negative signed number becomes larger than any object. */
export function size(value: number): number {
  return value < 0 ? Number.MAX_SAFE_INTEGER : value;
}
