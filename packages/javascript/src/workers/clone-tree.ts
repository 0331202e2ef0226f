/**
 * A value as structured clone sees it, as JSON: values that JSON can represent stand for themselves, all others are
 * lists that start with a tag. Objects are numbered in the order of traversal, and `['ref', n]` refers to the n-th of
 * them.
 */
export type Tree = string | number | boolean | null | readonly Tree[];

/** Errors that keep their type; others become plain errors. */
export const ERROR_TYPES = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
} as const;

/** Views that keep their type. */
export const VIEW_TYPES = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
} as const;

/** Returns a number that JSON cannot represent as text. */
export function showNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
