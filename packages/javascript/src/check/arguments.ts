import { isSharedBuffer } from '../memory/views/views.js';
import { isPlainObject } from '../world/objects/is-object.js';

/**
 * Copies plain data, because an operation may change its arguments and the next execution calls it again. Returns all
 * other values unchanged.
 */
export function madeAnew(value: unknown, within: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null || within.includes(value)) return value;
  const inside = [...within, value];
  const copy = (each: unknown): unknown => madeAnew(each, inside);
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [copy(key), copy(each)]));
  if (value instanceof Set) return new Set([...value].map(copy));
  if (ArrayBuffer.isView(value)) {
    return value instanceof DataView || isSharedBuffer(value.buffer) ? value : (value as Uint8Array).slice();
  }
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)]))
    : value;
}
