/**
 * Decimal digits of a double, for printing as in C: exact, and rounded half to even. JavaScript's own methods round
 * ties up.
 */

interface Digits {
  /** Digits without leading zeros, except for zero itself. */
  readonly digits: string;
  /** Position of the decimal point: the value is 0.digits · 10^point. */
  readonly point: number;
}

const bits = new DataView(new ArrayBuffer(8));

/** Splits a finite non-negative number into mantissa · 2^exponent. */
function split(value: number): { mantissa: bigint; exponent: number } {
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  return exponent === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: exponent - 1075 };
}

function exact(value: number): Digits {
  const { mantissa, exponent } = split(value);
  if (mantissa === 0n) return { digits: '0', point: 1 };
  const whole = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent);
  const digits = whole.toString();
  return { digits, point: exponent >= 0 ? digits.length : digits.length + exponent };
}

/** Rounds to the first `count` digits; a negative `count` leaves none. */
function round({ digits, point }: Digits, count: number): Digits {
  if (count >= digits.length) return { digits, point };
  if (count < 0) return { digits: '', point };
  const kept = digits.slice(0, count);
  const rest = digits.slice(count);
  const half = rest.startsWith('5') && /^50*$/.test(rest);
  const odd = count > 0 && Number(kept.at(-1)) % 2 === 1;
  const up = half ? odd : rest[0]! >= '5';
  if (!up) return { digits: kept, point };
  const next = (BigInt(kept || '0') + 1n).toString();
  return { digits: next.slice(0, Math.max(count, 1)), point: point + next.length - count };
}

function fixed(value: number, precision: number, alternative: boolean): string {
  const full = exact(value);
  const { digits, point } = round(full, full.point + precision);
  const all = point <= 0 ? '0'.repeat(1 - point) + digits : digits;
  const whole = Math.max(point, 1);
  const padded = all.padEnd(whole + precision, '0');
  return withPoint(padded.slice(0, whole), padded.slice(whole, whole + precision), alternative);
}

function withPoint(whole: string, fraction: string, alternative: boolean): string {
  return fraction === '' && !alternative ? whole : `${whole}.${fraction}`;
}

function scientific(value: number, precision: number, alternative: boolean): string {
  const { digits, point } = round(exact(value), precision + 1);
  const padded = digits.padEnd(precision + 1, '0');
  const exponent = value === 0 ? 0 : point - 1;
  const sign = exponent < 0 ? '-' : '+';
  const mantissa = withPoint(padded[0]!, padded.slice(1), alternative);
  return `${mantissa}e${sign}${Math.abs(exponent).toString().padStart(2, '0')}`;
}

/** C11 7.21.6.1: fixed or scientific notation, depending on the exponent of the latter. */
function general(value: number, given: number, alternative: boolean): string {
  const precision = given === 0 ? 1 : given;
  const exponent = value === 0 ? 0 : round(exact(value), precision).point - 1;
  const isFixed = exponent < precision && exponent >= -4;
  const text = isFixed
    ? fixed(value, precision - 1 - exponent, alternative)
    : scientific(value, precision - 1, alternative);
  if (alternative || !text.includes('.')) return text;
  return text.replace(/\.?0+(?=e|$)/, '');
}

function hexadecimal(value: number, precision: number | undefined, alternative: boolean): string {
  if (value === 0) return `0x${withPoint('0', '0'.repeat(precision ?? 0), alternative)}p+0`;
  const { mantissa, exponent } = split(value);
  let digits = mantissa;
  let power = exponent + 52;
  if (mantissa < 0x10000000000000n) power = -1022;
  if (precision !== undefined && precision < 13) {
    const unit = 1n << BigInt(4 * (13 - precision));
    const rest = digits % unit;
    digits -= rest;
    if (rest * 2n > unit || (rest * 2n === unit && (digits / unit) % 2n === 1n)) digits += unit;
  }
  const whole = (digits >> 52n).toString();
  const all = (digits & 0xfffffffffffffn).toString(16).padStart(13, '0');
  const fraction = precision === undefined ? all.replace(/0+$/, '') : all.padEnd(precision, '0').slice(0, precision);
  if (power < 0) return `0x${withPoint(whole, fraction, alternative)}p${power}`;
  return `0x${withPoint(whole, fraction, alternative)}p+${power}`;
}

/**
 * Formats the magnitude of a number for one of the conversions f, e, g and a (in lower case), without sign and padding.
 */
export function formatDouble(
  value: number,
  conversion: string,
  precision: number | undefined,
  alternative: boolean,
): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : 'inf';
  switch (conversion) {
    case 'f':
      return fixed(value, precision ?? 6, alternative);
    case 'e':
      return scientific(value, precision ?? 6, alternative);
    case 'g':
      return general(value, precision ?? 6, alternative);
    default:
      return hexadecimal(value, precision, alternative);
  }
}
