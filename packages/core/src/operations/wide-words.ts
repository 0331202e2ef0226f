/**
 * Values of 64 and 128 bits as words (docs/internals/decisions/0001): small ones, including pointers, represent
 * themselves; others are numbered from 2^30 on when they first occur.
 *
 * The process has one table, not one per program: it is a bijection that only grows, so programs cannot affect each
 * other through it, and no number leaves the process (jobs and schedules name events, not values). A table per program
 * would have to be passed to every read-modify-write and every read of bytes, down to the columns of operand values
 * that front ends compute before there is a program.
 */
const SMALL = 1 << 30;
const numbers = new Map<bigint, number>();
const values: bigint[] = [];

/** Returns the word for the lowest bits of a value. */
export function encodeWide(value: bigint, bits: 64 | 128 = 64): number {
  const wrapped = BigInt.asIntN(bits, value);
  if (wrapped >= -SMALL && wrapped < SMALL) return Number(wrapped);
  const known = numbers.get(wrapped);
  if (known !== undefined) return known;
  const word = SMALL + values.push(wrapped) - 1;
  numbers.set(wrapped, word);
  return word;
}

/** Returns the value of a word, signed. */
export function decodeWide(word: number): bigint {
  return word < SMALL ? BigInt(word) : values[word - SMALL]!;
}
