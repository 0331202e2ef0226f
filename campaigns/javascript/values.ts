import type { Cell } from '../program/ast.js';
import type { IntegerType, Value } from '../program/types.js';
import { wrap } from '../program/types.js';

/** Returns a literal. Values of 64 bits are bigints, all others numbers. */
export function literal(value: Value, type: IntegerType): string {
  const wrapped = wrap(value, type);
  return typeof wrapped === 'bigint' ? `${wrapped}n` : String(wrapped);
}

function same(a: IntegerType, b: IntegerType): boolean {
  return a.bits === b.bits && a.signed === b.signed;
}

/** Returns the expression that converts a number or bigint of any size to the type. */
export function wrapped(text: string, { bits, signed }: IntegerType): string {
  if (bits === 64) return `BigInt.as${signed ? 'Int' : 'Uint'}N(64, ${text})`;
  if (bits === 32) return signed ? `((${text}) | 0)` : `((${text}) >>> 0)`;
  return signed ? `((${text}) << ${32 - bits} >> ${32 - bits})` : `((${text}) & ${2 ** bits - 1})`;
}

export function converted(text: string, from: IntegerType, to: IntegerType): string {
  if (same(from, to)) return text;
  if (to.bits === 64) return wrapped(from.bits === 64 ? text : `BigInt(${text})`, to);
  return wrapped(from.bits === 64 ? `Number(BigInt.asIntN(32, ${text}))` : text, to);
}

/** Returns the element name of a view of a cell; it is also part of the names of DataView methods. */
export function elementName({ type, access }: Cell): string {
  // Cells with plain accesses only can use views that hold the same values but do not support Atomics.
  if (access === 'volatile' && type.bits === 32) return 'Float64';
  if (access === 'volatile' && type.bits === 16) return 'Float32';
  if (access === 'volatile' && type.bits === 8 && !type.signed) return 'Uint8Clamped';
  return `${type.bits === 64 ? 'Big' : ''}${type.signed ? 'Int' : 'Uint'}${type.bits}`;
}
