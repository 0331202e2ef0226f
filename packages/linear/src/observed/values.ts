import type { Value } from './observed-call.js';

// No text of a history begins with it: objects and large integers differ from texts that look alike.
const OTHER = '\u0000';

/** Returns a JSON value as one word. A large integer is given as a BigInt. */
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

/** The value as JSON. */
export function showValue(value: Value): string {
  return typeof value === 'string' && value.startsWith(OTHER) ? value.slice(1) : JSON.stringify(value);
}

/** The value as the name of a process: a text without quotes. */
export function showName(value: Value): string {
  return typeof value === 'string' && !value.startsWith(OTHER) ? value : showValue(value);
}
