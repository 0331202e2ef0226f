import type { Value } from './observed-call.js';

// No text of a history begins with it: objects and texts that look alike differ.
const OBJECT = '\u0000';

/** Returns a JSON value as one word. */
export function valueOf(json: unknown): Value {
  if (json === undefined || json === null) return null;
  if (typeof json === 'number' || typeof json === 'string' || typeof json === 'boolean') return json;
  return OBJECT + JSON.stringify(json);
}

/** The value as JSON. */
export function showValue(value: Value): string {
  return typeof value === 'string' && value.startsWith(OBJECT) ? value.slice(1) : JSON.stringify(value);
}
