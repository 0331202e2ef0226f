import { FencepostError } from '@fencepost/core';

/** The values that an argument may have. */
export interface ArgumentValues {
  readonly values: readonly unknown[];
  /**
   * Whether the structure treats them alike: it only moves and compares them. Scenarios that differ only in which value
   * is which count as one, unless other arguments have only some of the values.
   */
  readonly alike: boolean;
}

const MOST_VALUES = 1000;
const USE_OF_INT = 'int(1, 3) is 1, 2 and 3; two or three values are often enough';

/** Declares an argument that may have every integer of a range. */
export function int(from: number, to: number): ArgumentValues {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from > to) {
    throw new FencepostError('USAGE', `int(${from}, ${to}) is not a range of integers`, { hint: USE_OF_INT });
  }
  if (to - from >= MOST_VALUES) {
    throw new FencepostError('USAGE', `int(${from}, ${to}) has more than ${MOST_VALUES} values`, { hint: USE_OF_INT });
  }
  return { values: Array.from({ length: to - from + 1 }, (_, i) => from + i), alike: false };
}

/** Declares an argument that may have one of these values. */
export function oneOf(...values: readonly unknown[]): ArgumentValues {
  return { values, alike: false };
}

/**
 * Declares an argument that may have one of these values, which are alike: scenarios that differ only in which value is
 * which count as one.
 */
export function distinct(...values: readonly unknown[]): ArgumentValues {
  return { values, alike: true };
}
