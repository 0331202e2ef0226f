import type { Site } from '@fencepost/core';
import type { LibraryFunction, LibraryValue, Steps, ThreadServices } from './services.js';

/** Usual signature of a library function: all arguments are numbers. No object or size needs more than 53 bits. */
type NumericFunction = (
  thread: ThreadServices,
  site: Site | undefined,
  ...args: number[]
) => LibraryValue | Steps<LibraryValue> | Steps<void>;

/** A group of library functions, by name. */
export type LibraryPart = readonly (readonly [string, LibraryFunction])[];

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

/** Defines other names for functions of `part`. */
export function aliases(part: LibraryPart, names: Readonly<Record<string, string>>): LibraryPart {
  const known = new Map(part);
  return Object.entries(names).map(([name, target]) => {
    const fn = known.get(target);
    if (fn === undefined) throw new Error(`no library function ${target}`);
    return [name, fn];
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
