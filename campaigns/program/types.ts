/** An integer type of C, or the elements of a typed array. */
export interface IntegerType {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** A value of an integer type: a bigint if it has 64 bits, otherwise a number. */
export type Value = number | bigint;

export const INT: IntegerType = { bits: 32, signed: true };
export const UNSIGNED: IntegerType = { bits: 32, signed: false };

/** Converts a value to the type, as C and typed arrays do. */
export function wrap(value: Value, { bits, signed }: IntegerType): Value {
  if (bits === 64) {
    const wide = BigInt(value);
    return signed ? BigInt.asIntN(64, wide) : BigInt.asUintN(64, wide);
  }
  const low = typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : value | 0;
  if (bits === 32) return signed ? low : low >>> 0;
  return signed ? (low << (32 - bits)) >> (32 - bits) : low & ((1 << bits) - 1);
}

const PRIME = 16777619;
/** Initial value of a hash. */
export const HASH = 2166136261 | 0;

/** Adds a value, as 64 bits, to a hash of 32 bits. */
export function mix(hash: number, value: Value): number {
  const wide = typeof value === 'bigint';
  const low = wide ? Number(BigInt.asIntN(32, value)) : value | 0;
  const high = wide ? Number(BigInt.asIntN(32, value >> 32n)) : value < 0 ? -1 : 0;
  return Math.imul(Math.imul(hash ^ low, PRIME) ^ high, PRIME);
}
