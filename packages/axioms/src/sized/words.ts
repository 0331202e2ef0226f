import type { Arithmetic } from '../program/expression.js';

/** Returns the lowest bytes of a value. */
export function lowest(bytes: number, value: bigint): bigint {
  return BigInt.asUintN(8 * bytes, value);
}

/** Words have no sign: comparisons are those of numbers without one. */
export const WORDS_OF_64_BITS: Arithmetic<bigint> = {
  word: BigInt,
  apply: (op, left, right) => {
    switch (op) {
      case '+':
        return lowest(8, left + right);
      case '-':
        return lowest(8, left - right);
      case '&':
        return left & right;
      case '|':
        return left | right;
      case '^':
        return left ^ right;
      case '==':
        return BigInt(left === right);
      case '!=':
        return BigInt(left !== right);
      case '<':
        return BigInt(left < right);
      case '<=':
        return BigInt(left <= right);
      case '>':
        return BigInt(left > right);
      case '>=':
        return BigInt(left >= right);
    }
  },
};
