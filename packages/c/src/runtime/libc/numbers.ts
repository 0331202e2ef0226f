import type { Site } from '@fencepost/core';
import { about, aliases, functions, word } from '../base/define.js';
import { EINVAL, ERANGE, setErrno } from '../base/errno.js';
import type { LibraryValue, Steps, ThreadServices } from '../base/services.js';

interface Parsed<T> {
  readonly value: T;
  /** Number of characters used; 0: no number. */
  readonly length: number;
}

/** A number with a fraction. */
interface ParsedDouble extends Parsed<number> {
  /** It has other digits than 0, and may not be represented exactly: whether it is in the range depends on its value. */
  readonly isRounded: boolean;
}

function digitOf(character: string): number {
  const digit = Number.parseInt(character, 36);
  return Number.isNaN(digit) ? 36 : digit;
}

/** Parses a text like `strtol`. `hasBinary`: as in C23, `0b101` is a number of base 2 and 0. */
export function parseInteger(text: string, givenBase: number, hasBinary = false): Parsed<bigint> {
  const [start] = /^[ \t\n\v\f\r]*[+-]?/.exec(text)!;
  let position = start.length;
  let base = givenBase;
  if ((base === 0 || base === 16) && /^0[xX][0-9a-fA-F]/.test(text.slice(position))) {
    position += 2;
    base = 16;
  } else if (hasBinary && (base === 0 || base === 2) && /^0[bB][01]/.test(text.slice(position))) {
    position += 2;
    base = 2;
  } else if (base === 0) {
    base = text[position] === '0' ? 8 : 10;
  }
  const first = position;
  let value = 0n;
  while (position < text.length && digitOf(text[position]!) < base) {
    value = value * BigInt(base) + BigInt(digitOf(text[position]!));
    position++;
  }
  if (position === first) return { value: 0n, length: 0 };
  return { value: start.endsWith('-') ? -value : value, length: position };
}

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
const HEXADECIMAL = /^0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?/;
const SPECIAL = /^(?:infinity|inf|nan(?:\(\w*\))?)/i;

/** The exponent of the smallest number, which is not normal. */
const SMALLEST = -1074;

function hexadecimal(text: string): { readonly value: number; readonly isRounded: boolean } {
  const [mantissa = '', exponent = '0'] = text.slice(2).toLowerCase().split('p');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(`0x${whole}${fraction}`);
  const scale = Number(exponent) - 4 * fraction.length;
  const value = Number(digits) * 2 ** scale;
  const isExact = value !== 0 && Number.isFinite(value) && BigInt(Number(digits)) === digits && scale >= SMALLEST;
  return { value, isRounded: digits !== 0n && !isExact };
}

/** Parses a text like `strtod`. */
export function parseDouble(text: string): ParsedDouble {
  const [start] = /^[ \t\n\v\f\r]*[+-]?/.exec(text)!;
  const rest = text.slice(start.length);
  const sign = start.endsWith('-') ? -1 : 1;
  const found = (SPECIAL.exec(rest) ?? HEXADECIMAL.exec(rest) ?? DECIMAL.exec(rest))?.[0];
  if (found === undefined) return { value: 0, length: 0, isRounded: false };
  const length = start.length + found.length;
  if (/^i/i.test(found)) return { value: sign * Infinity, length, isRounded: false };
  if (/^n/i.test(found)) return { value: Number.NaN, length, isRounded: false };
  if (/^0x/i.test(found)) {
    const { value, isRounded } = hexadecimal(found);
    return { value: sign * value, length, isRounded };
  }
  return { value: sign * Number(found), length, isRounded: /^[0.]*[1-9]/.test(found) };
}

const MOST_BASE = 36;

function* readInteger(
  thread: ThreadServices,
  site: Site | undefined,
  text: number,
  end: number,
  base: number,
  bits: number,
  signed: boolean,
  hasBinary = false,
): Steps<bigint> {
  if (base < 0 || base === 1 || base > MOST_BASE) {
    yield* setErrno(thread, EINVAL, site);
    return 0n;
  }
  const { value, length } = parseInteger(yield* thread.readString(text, site), base, hasBinary);
  if (end !== 0) yield* thread.writePointer(end, text + length, site);
  const least = signed ? -(1n << BigInt(bits - 1)) : 1n - (1n << BigInt(bits));
  const most = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  if (value >= least && value <= most) return BigInt.asIntN(64, value);
  yield* setErrno(thread, ERANGE, site);
  return BigInt.asIntN(64, signed && value < 0n ? least : most);
}

function* readLong(
  thread: ThreadServices,
  site: Site | undefined,
  text: number,
  end: number,
  base: number,
  signed: boolean,
  hasBinary = false,
): Steps<LibraryValue> {
  return word(thread, yield* readInteger(thread, site, text, end, base, thread.pointerSize * 8, signed, hasBinary));
}

/** The least normal numbers of the two types. */
const LEAST_DOUBLE = 2 ** -1022;
const LEAST_FLOAT = 2 ** -126;

/** `strtod`, and with another rounding `strtof`: beyond the range, and where digits are lost below it, is an error. */
function* readDouble(
  thread: ThreadServices,
  site: Site | undefined,
  text: number,
  end: number,
  round: (value: number) => number = (value) => value,
  least = LEAST_DOUBLE,
): Steps<number> {
  const { value, length, isRounded } = parseDouble(yield* thread.readString(text, site));
  if (end !== 0) yield* thread.writePointer(end, text + length, site);
  const rounded = round(value);
  const isOutside = Math.abs(rounded) === Infinity || Math.abs(rounded) < least;
  if (isOutside && (isRounded || rounded !== value) && !Number.isNaN(value)) yield* setErrno(thread, ERANGE, site);
  return rounded;
}

const conversions = functions({
  strtol: (thread, site, text, end, base) => readLong(thread, site, text, end, base, true),
  strtoul: (thread, site, text, end, base) => readLong(thread, site, text, end, base, false),
  strtoll: (thread, site, text, end, base) => readInteger(thread, site, text, end, base, 64, true),
  strtoull: (thread, site, text, end, base) => readInteger(thread, site, text, end, base, 64, false),
  *atoi(thread, site, text) {
    return Number(BigInt.asIntN(32, yield* readInteger(thread, site, text, 0, 10, 64, true)));
  },
  atol: (thread, site, text) => readLong(thread, site, text, 0, 10, true),
  atoll: (thread, site, text) => readInteger(thread, site, text, 0, 10, 64, true),
  strtod: (thread, site, text, end) => readDouble(thread, site, text, end),
  atof: (thread, site, text) => readDouble(thread, site, text, 0),
  strtof: (thread, site, text, end) => readDouble(thread, site, text, end, Math.fround, LEAST_FLOAT),
});

/** The functions of C23, for which the headers of glibc have other names from 2.38 on: in all C++, and in GNU C. */
const binary = functions({
  __isoc23_strtol: (thread, site, text, end, base) => readLong(thread, site, text, end, base, true, true),
  __isoc23_strtoul: (thread, site, text, end, base) => readLong(thread, site, text, end, base, false, true),
  __isoc23_strtoll: (thread, site, text, end, base) => readInteger(thread, site, text, end, base, 64, true, true),
  __isoc23_strtoull: (thread, site, text, end, base) => readInteger(thread, site, text, end, base, 64, false, true),
});

/** Conversions from text to numbers. */
const defined = [
  ...conversions,
  ...binary,
  ...aliases(conversions, { strtoimax: 'strtoll', strtoumax: 'strtoull' }),
  ...aliases(binary, { __isoc23_strtoimax: '__isoc23_strtoll', __isoc23_strtoumax: '__isoc23_strtoull' }),
];

export const numbers = about(defined, {
  'atoi atol atoll atof': { forgets: 'all' },
  'strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof': { forgets: [1] },
  '__isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull': { forgets: [1] },
  '__isoc23_strtoimax __isoc23_strtoumax': { forgets: [1] },
});
