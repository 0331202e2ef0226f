import type { Site } from './errors.js';

// Validators for the shape of untrusted values.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether the value is undefined or has this shape. */
export function isMaybe(value: unknown, isSuch: (value: unknown) => boolean): boolean {
  return value === undefined || isSuch(value);
}

export function isListOf(value: unknown, isSuch: (value: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isSuch);
}

/** A number of things. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isSite(value: unknown): value is Site {
  return isRecord(value) && isText(value['file']) && isCount(value['line']) && isMaybe(value['column'], isCount);
}
