import type { RmwFunction, Width } from '@fencepost/core';
import { decodeWide, encodeFunction, encodeWide, rmwResult } from '@fencepost/core';

/** A value as text. */
export const INTEGER = /^-?[0-9]{1,20}$/u;

/** Returns whether an integer fits into `width` bits, signed or unsigned. */
export function isInRange(value: number | string, width: number): boolean {
  const exact = BigInt(value);
  return exact >= -(1n << BigInt(width - 1)) && exact < 1n << BigInt(width);
}

/** Returns the value in memory: as in core, 8 and 16 bits are unsigned, 32 and 64 signed. */
export function valueOf(value: number | string | bigint, width: Width): bigint {
  const exact = BigInt(value);
  return width < 32 ? BigInt.asUintN(width, exact) : BigInt.asIntN(width, exact);
}

/** Returns the value that a read-modify-write stores. */
export function changed(fn: RmwFunction, width: Width, old: bigint, operand: bigint): bigint {
  const code = encodeFunction(fn, width);
  if (width === 64) return decodeWide(rmwResult(code, encodeWide(old), encodeWide(operand)));
  return valueOf(rmwResult(code, Number(BigInt.asIntN(32, old)), Number(BigInt.asIntN(32, operand))), width);
}
