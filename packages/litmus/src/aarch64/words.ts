import type { RegisterValue, Expression, Word } from '@fencepost/axioms';
import type { Tokens } from '../format/tokens.js';

/** A value of a test whose words may be wide. */
export type AnyValue = Expression<RegisterValue, Word>;

/** Returns the lowest bits of a value. Words of 32 bits have no others. */
export function lowBits(tokens: Tokens, bits: number, value: AnyValue): AnyValue {
  if (!tokens.isWide || bits === 64) return value;
  return { op: '&', left: value, right: 2n ** BigInt(bits) - 1n };
}

/** Returns a value of 32 bits, extended to 64 with its sign. */
export function signExtended(tokens: Tokens, value: AnyValue): AnyValue {
  if (!tokens.isWide) return value;
  const sign = 2n ** 31n;
  return { op: '-', left: { op: '^', left: value, right: sign }, right: sign };
}

/** Returns a value such that comparisons without a sign are those of the given value with its sign. */
export function ordered(tokens: Tokens, bits: number, value: AnyValue): AnyValue {
  return tokens.isWide ? { op: '^', left: value, right: 2n ** BigInt(bits - 1) } : value;
}
