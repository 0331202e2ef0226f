import type { Site } from '@fencepost/core';
import { functions, word } from '../base/define.js';
import { ERANGE, setErrno } from '../base/errno.js';
import type { LibraryValue, Steps, ThreadServices } from '../base/services.js';

interface Parsed<T> {
  readonly value: T;
  /** Number of characters used; 0: no number. */
  readonly length: number;
}

function digitOf(character: string): number {
  const digit = Number.parseInt(character, 36);
  return Number.isNaN(digit) ? 36 : digit;
}

/** Parses a text like `strtol`. */
export function parseInteger(text: string, givenBase: number): Parsed<bigint> {
  const [start] = /^[ \t\n\v\f\r]*[+-]?/.exec(text)!;
  let position = start.length;
  let base = givenBase;
  if ((base === 0 || base === 16) && /^0[xX][0-9a-fA-F]/.test(text.slice(position))) {
    position += 2;
    base = 16;
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

function hexadecimal(text: string): number {
  const [mantissa = '', exponent = '0'] = text.slice(2).toLowerCase().split('p');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
}

/** Parses a text like `strtod`. */
export function parseDouble(text: string): Parsed<number> {
  const [start] = /^[ \t\n\v\f\r]*[+-]?/.exec(text)!;
  const rest = text.slice(start.length);
  const sign = start.endsWith('-') ? -1 : 1;
  const found = (SPECIAL.exec(rest) ?? HEXADECIMAL.exec(rest) ?? DECIMAL.exec(rest))?.[0];
  if (found === undefined) return { value: 0, length: 0 };
  const length = start.length + found.length;
  if (/^i/i.test(found)) return { value: sign * Infinity, length };
  if (/^n/i.test(found)) return { value: Number.NaN, length };
  return { value: sign * (/^0x/i.test(found) ? hexadecimal(found) : Number(found)), length };
}

function* readInteger(
  thread: ThreadServices,
  site: Site | undefined,
  text: number,
  end: number,
  base: number,
  bits: number,
  signed: boolean,
): Steps<bigint> {
  const { value, length } = parseInteger(yield* thread.readString(text, site), base);
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
): Steps<LibraryValue> {
  return word(thread, yield* readInteger(thread, site, text, end, base, thread.pointerSize * 8, signed));
}

function* readDouble(thread: ThreadServices, site: Site | undefined, text: number, end: number): Steps<number> {
  const { value, length } = parseDouble(yield* thread.readString(text, site));
  if (end !== 0) yield* thread.writePointer(end, text + length, site);
  return value;
}

/** Conversions from text to numbers. */
export const numbers = functions({
  strtol: (thread, site, text, end, base) => readLong(thread, site, text, end, base, true),
  strtoul: (thread, site, text, end, base) => readLong(thread, site, text, end, base, false),
  strtoll: (thread, site, text, end, base) => readInteger(thread, site, text, end, base, 64, true),
  strtoull: (thread, site, text, end, base) => readInteger(thread, site, text, end, base, 64, false),
  *atoi(thread, site, text) {
    return Number(BigInt.asIntN(32, yield* readInteger(thread, site, text, 0, 10, 64, true)));
  },
  atol: (thread, site, text) => readLong(thread, site, text, 0, 10, true),
  atoll: (thread, site, text) => readInteger(thread, site, text, 0, 10, 64, true),
  strtod: readDouble,
  atof: (thread, site, text) => readDouble(thread, site, text, 0),
  *strtof(thread, site, text, end) {
    return Math.fround(yield* readDouble(thread, site, text, end));
  },
});
