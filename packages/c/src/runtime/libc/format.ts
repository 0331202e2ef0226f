import type { Site } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';
import { formatDouble } from './float-format.js';
import type { Steps, ThreadServices, VariadicArguments } from '../base/services.js';

/** One conversion specification of printf (C11 7.21.6.1). */
interface Specification {
  readonly left: boolean;
  readonly zeros: boolean;
  readonly alternative: boolean;
  /** Prefix of a non-negative number. */
  readonly plus: '' | '+' | ' ';
  readonly width: number;
  readonly precision: number | undefined;
  readonly length: string;
  readonly conversion: string;
}

const SPECIFICATION = /%([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d*))?(hh|h|ll|l|q|L|j|z|Z|t)?(.)/gs;

function parse(match: RegExpExecArray, args: VariadicArguments): Specification {
  const [, flags = '', width, precision, length = '', conversion = ''] = match;
  // Arguments are in the order of the text. A negative width means left-aligned, a negative precision means none.
  const givenWidth = width === '*' ? args.int() | 0 : Number(width ?? 0);
  const givenPrecision = precision === '*' ? args.int() | 0 : precision === undefined ? -1 : Number(precision);
  return {
    left: flags.includes('-') || givenWidth < 0,
    zeros: flags.includes('0'),
    alternative: flags.includes('#'),
    plus: flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '',
    width: Math.abs(givenWidth),
    precision: givenPrecision < 0 ? undefined : givenPrecision,
    length,
    conversion,
  };
}

function pad(spec: Specification, prefix: string, body: string, zeros: boolean): string {
  const missing = spec.width - prefix.length - body.length;
  if (missing <= 0) return prefix + body;
  if (spec.left) return prefix + body + ' '.repeat(missing);
  return zeros && spec.zeros ? prefix + '0'.repeat(missing) + body : ' '.repeat(missing) + prefix + body;
}

function bitsOf(length: string, pointerSize: number): number {
  switch (length) {
    case 'hh':
      return 8;
    case 'h':
      return 16;
    case 'll':
    case 'q':
    case 'L':
    case 'j':
      return 64;
    case 'l':
    case 'z':
    case 'Z':
    case 't':
      return pointerSize * 8;
    default:
      return 32;
  }
}

function formatInteger(spec: Specification, args: VariadicArguments, pointerSize: number): string {
  const bits = bitsOf(spec.length, pointerSize);
  const given = bits === 64 ? args.long() : BigInt(args.int());
  const signed = spec.conversion === 'd' || spec.conversion === 'i';
  const value = signed ? BigInt.asIntN(bits, given) : BigInt.asUintN(bits, given);
  const magnitude = value < 0n ? -value : value;
  const base = spec.conversion === 'o' ? 8 : spec.conversion.toLowerCase() === 'x' ? 16 : 10;
  let digits = magnitude === 0n && spec.precision === 0 ? '' : magnitude.toString(base);
  digits = digits.padStart(spec.precision ?? 0, '0');
  if (spec.alternative && base === 8 && !digits.startsWith('0')) digits = '0' + digits;
  let prefix = spec.alternative && base === 16 && value !== 0n ? '0x' : '';
  if (signed) prefix = value < 0n ? '-' : spec.plus;
  const text = pad(spec, prefix, digits, spec.precision === undefined);
  return spec.conversion === 'X' ? text.toUpperCase() : text;
}

function formatFloat(spec: Specification, args: VariadicArguments): string {
  const value = args.double();
  const negative = value < 0 || Object.is(value, -0);
  const conversion = spec.conversion.toLowerCase();
  const body = formatDouble(Math.abs(value), conversion, spec.precision, spec.alternative);
  const sign = negative ? '-' : spec.plus;
  const hexadecimal = body.startsWith('0x') ? 2 : 0;
  const text = pad(spec, sign + body.slice(0, hexadecimal), body.slice(hexadecimal), Number.isFinite(value));
  return spec.conversion === conversion ? text : text.toUpperCase();
}

/** Formats a string. With a precision the string need not be terminated, so at most this many characters are read. */
function* formatString(
  thread: ThreadServices,
  site: Site | undefined,
  spec: Specification,
  address: number,
): Steps<string> {
  if (address === 0) return pad(spec, '', spec.precision !== undefined && spec.precision < 6 ? '' : '(null)', false);
  if (spec.precision === undefined) return pad(spec, '', yield* thread.readString(address, site), false);
  let text = '';
  while (text.length < spec.precision) {
    const character = yield* thread.read(address + text.length, 1, site);
    if (character === 0) break;
    text += String.fromCharCode(character & 0xff);
  }
  return pad(spec, '', text, false);
}

function* convert(
  thread: ThreadServices,
  site: Site | undefined,
  spec: Specification,
  args: VariadicArguments,
): Steps<string> {
  switch (spec.conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return formatInteger(spec, args, thread.pointerSize);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (spec.length === 'L') throw unsupported('printf of a long double is not supported', site);
      return formatFloat(spec, args);
    case 'c':
      return pad(spec, '', String.fromCharCode(args.int() & 0xff), false);
    case 's':
      if (spec.length === 'l') throw unsupported('printf of a wide string is not supported', site);
      return yield* formatString(thread, site, spec, args.pointer());
    case 'p': {
      const address = args.pointer();
      if (address === 0) return pad(spec, '', '(nil)', false);
      return pad(spec, `${spec.plus}0x`, address.toString(16), true);
    }
    case '%':
      return '%';
    default:
      throw unsupported(`printf with %${spec.length}${spec.conversion} is not supported`, site);
  }
}

/** Returns the text that printf produces, one character per byte. */
export function* formatText(
  thread: ThreadServices,
  site: Site | undefined,
  format: string,
  args: VariadicArguments,
): Steps<string> {
  let text = '';
  let position = 0;
  for (const match of format.matchAll(SPECIFICATION)) {
    text += format.slice(position, match.index);
    text += yield* convert(thread, site, parse(match, args), args);
    position = match.index + match[0].length;
  }
  return text + format.slice(position);
}
