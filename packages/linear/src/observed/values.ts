import type { Value } from './observed-call.js';

// No text of a history begins with it: objects and large integers differ from texts that look alike.
const OTHER = '\u0000';

/** Returns a JSON value as one word. An integer beyond 2^53 is given as a BigInt. */
export function valueOf(json: unknown): Value {
  if (json === undefined || json === null) return null;
  if (typeof json === 'number' || typeof json === 'string' || typeof json === 'boolean') return json;
  return OTHER + textOf(json);
}

/** The JSON text. The properties of an object have no order. */
function textOf(json: unknown): string {
  if (typeof json === 'bigint') return String(json);
  if (Array.isArray(json)) return `[${json.map(textOf).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const entries = Object.entries(json).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`;
}

/** The sum of two numbers, exact if they are integers; undefined if one is no number. */
export function sumOf(a: Value, b: Value): Value | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum) || !Number.isInteger(a) || !Number.isInteger(b)) return sum;
  }
  const [first, second] = [integerOf(a), integerOf(b)];
  if (first === undefined || second === undefined) return undefined;
  const sum = first + second;
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : valueOf(sum);
}

function integerOf(value: Value): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^\u0000-?\d+$/.test(value) ? BigInt(value.slice(1)) : undefined;
}

/** The value as JSON. */
export function showValue(value: Value): string {
  return typeof value === 'string' && value.startsWith(OTHER) ? value.slice(1) : JSON.stringify(value);
}

/** The value as the name of a process: a text without quotes. */
export function showName(value: Value): string {
  return typeof value === 'string' && !value.startsWith(OTHER) ? value : showValue(value);
}
