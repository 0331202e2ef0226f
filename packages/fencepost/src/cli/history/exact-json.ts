/** Parts of a JSON text: its texts, so that nothing in them is taken for a number, and its numbers. */
const PARTS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Only numbers of 16 and more digits, or with an exponent, can differ from the double next to them. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;
/** No text of the history begins with it. */
const INTEGER = '\u0000integer:';

/** A double has at most 308. */
const MOST_ZEROS = 308;

/** A number that a double cannot hold. */
export class InexactNumber extends Error {}

/** Parses JSON without rounding: all integers beyond 2^53 become BigInts. Throws `InexactNumber` for other numbers. */
export function parseExactly(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  JSON.parse(text); // Throws if it is not JSON.
  const marked = text.replaceAll(PARTS, (part) => (isExact(part) ? part : markedInteger(part)));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(INTEGER) ? BigInt(value.slice(INTEGER.length)) : value,
  );
}

function isExact(part: string): boolean {
  if (part.startsWith('"')) return true;
  const number = Number(part);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  return normal(part) === normal(String(number));
}

function markedInteger(part: string): string {
  if (/^-?\d+$/.test(part)) return JSON.stringify(INTEGER + part);
  const [digits = '', zeros = ''] = normal(part).split('e');
  const missing = Number(zeros);
  if (missing < 0 || missing > MOST_ZEROS) throw new InexactNumber(part);
  return JSON.stringify(INTEGER + digits + '0'.repeat(missing));
}

/** The digits and the magnitude of a number: `1.50e3`, `1500` and `15e2` all become `15e2`. */
function normal(decimal: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/i.exec(decimal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const shortest = digits.replace(/0+$/, '');
  if (shortest === '') return '0';
  return `${sign}${shortest}e${Number(exponent) - fraction.length + digits.length - shortest.length}`;
}
