/** A number: `add`, plus the value of a symbol unless that is 0, modulo the number of integers of `bits` bits. */
export interface Term {
  readonly symbol: number;
  readonly add: bigint;
  readonly bits: number;
}

/** A comparison of two numbers that holds. */
export interface Fact {
  readonly kind: 'less' | 'at most' | 'not equal';
  /** Whether the numbers are signed. */
  readonly isSigned: boolean;
  readonly a: Term;
  readonly b: Term;
}

export function constant(value: bigint, bits: number): Term {
  return { symbol: 0, add: BigInt.asIntN(bits, value), bits };
}

export function plus({ symbol, add, bits }: Term, by: bigint): Term {
  return { symbol, add: BigInt.asIntN(bits, add + by), bits };
}

export function isSame(a: Term, b: Term): boolean {
  return a.symbol === b.symbol && a.add === b.add && a.bits === b.bits;
}
