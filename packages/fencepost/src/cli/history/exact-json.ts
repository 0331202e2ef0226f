/** Parts of a JSON text: its texts, so that nothing in them is taken for a number, and its numbers. */
const PARTS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Only numbers of 16 and more digits, or with an exponent, can differ from the double next to them. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;
/** No text of the history begins with it. */
const INTEGER = '\u0000integer:';

/** A number that a double cannot hold. */
export class InexactNumber extends Error {}

/** Parses JSON without rounding: large integers become BigInts. Throws `InexactNumber` for other numbers. */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  JSON.parse(text); // Throws if it is not JSON.
  const marked = text.replaceAll(PARTS, (part) => (isExact(part) ? part : markedInteger(part)));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(INTEGER) ? BigInt(value.slice(INTEGER.length)) : value,
  );
}

function isExact(part: string): boolean {
  return part.startsWith('"') || sameNumber(part, String(Number(part)));
}

function markedInteger(part: string): string {
  if (!/^-?\d+$/.test(part)) throw new InexactNumber(part);
  return JSON.stringify(INTEGER + part);
}

/** Whether two decimal numbers have the same digits and magnitude, however they are written. */
function sameNumber(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

/** `1.50e3`, `1500` and `15e2` all become `15e2`. */
function normal(decimal: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/i.exec(decimal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const shortest = digits.replace(/0+$/, '');
  if (shortest === '') return '0';
  return `${sign}${shortest}e${Number(exponent) - fraction.length + digits.length - shortest.length}`;
}
