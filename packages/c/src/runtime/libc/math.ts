import { functions, word } from '../base/define.js';
import type { LibraryPart } from '../base/define.js';
import type { ThreadServices } from '../base/services.js';

/** Rounds halves away from zero, as in C. JavaScript rounds them up. */
function round(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

/** Rounds to the nearest integer, halves to even: the default rounding mode of programs. */
function nearest(x: number): number {
  const rounded = round(x);
  return Math.abs(rounded - x) === 0.5 && rounded % 2 !== 0 ? rounded - Math.sign(x) : rounded;
}

const UNARY: Readonly<Record<string, (x: number) => number>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atanh: Math.atanh,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  fabs: Math.abs,
  floor: Math.floor,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  log2: Math.log2,
  nearbyint: nearest,
  rint: nearest,
  round,
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
  trunc: Math.trunc,
};

const BINARY: Readonly<Record<string, (x: number, y: number) => number>> = {
  atan2: Math.atan2,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  fdim: (x, y) => Math.max(x - y, 0),
  // If one argument is NaN, the result is the other one.
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmod: (x, y) => x % y,
  hypot: Math.hypot,
  ldexp: (x, n) => x * 2 ** n,
  // C11 F.10.4.4: pow(1, y) and pow(-1, ±∞) are 1.
  pow: (x, y) => (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y),
};

/** Defines each function for `double` and `float`. */
const floating: LibraryPart = Object.entries({ ...UNARY, ...BINARY }).flatMap(([name, compute]) =>
  [name, `${name}f`].map((each) => [each, (_thread, _site, x, y) => compute(Number(x), Number(y))] as const),
);

function magnitude(thread: ThreadServices, x: number | bigint): number | bigint | undefined {
  const value = BigInt(x);
  return word(thread, value < 0n ? -value : value);
}

/** Returns the number of the lowest bit that is set, from 1; 0 if there is none. */
function lowestBit(x: number | bigint): number {
  const value = BigInt(x);
  return value === 0n ? 0 : (value & -value).toString(2).length;
}

const integers: LibraryPart = [
  ...['ffs', 'ffsl', 'ffsll'].map((name) => [name, (_thread, _site, x) => lowestBit(x)] satisfies LibraryPart[number]),
  ['abs', (_thread, _site, x) => Math.abs(Number(x)) | 0],
  ['labs', (thread, _site, x) => magnitude(thread, x)],
  ['llabs', (_thread, _site, x) => BigInt.asIntN(64, BigInt(x) < 0n ? -BigInt(x) : BigInt(x))],
  ['lround', (thread, _site, x) => word(thread, BigInt(round(Number(x))))],
  ['lrint', (thread, _site, x) => word(thread, BigInt(nearest(Number(x))))],
];

/** Character classes, in the "C" locale. */
function is(pattern: RegExp) {
  return (_thread: ThreadServices, _site: unknown, character: number): number =>
    character >= 0 && character < 128 && pattern.test(String.fromCharCode(character)) ? 1 : 0;
}

const characters = functions({
  isalnum: is(/[0-9A-Za-z]/),
  isalpha: is(/[A-Za-z]/),
  isblank: is(/[ \t]/),
  isdigit: is(/[0-9]/),
  isgraph: is(/[!-~]/),
  islower: is(/[a-z]/),
  isprint: is(/[ -~]/),
  ispunct: is(/[!-/:-@[-`{-~]/),
  isspace: is(/[ \t\n\v\f\r]/),
  isupper: is(/[A-Z]/),
  isxdigit: is(/[0-9A-Fa-f]/),
  iscntrl: (_thread, _site, character) => ((character >= 0 && character < 32) || character === 127 ? 1 : 0),
  isascii: (_thread, _site, character) => (character >= 0 && character < 128 ? 1 : 0),
  tolower: (_thread, _site, character) => (character >= 65 && character <= 90 ? character + 32 : character),
  toupper: (_thread, _site, character) => (character >= 97 && character <= 122 ? character - 32 : character),
});

/** Mathematical functions and character classes. */
export const math = [...floating, ...integers, ...characters];
