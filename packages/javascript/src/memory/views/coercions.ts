/** ToIntegerOrInfinity. */
export function toInteger(value: unknown): number {
  return Math.trunc(value as number) || 0;
}

/** ToIndex. */
export function toIndex(value: unknown, message: string): number {
  const index = toInteger(value);
  if (index < 0 || index > Number.MAX_SAFE_INTEGER) throw new RangeError(message);
  return index;
}

/** Converts an index that may count from the end, as for `slice`, to one between 0 and `length`. */
export function relativeIndex(value: unknown, length: number, otherwise: number): number {
  if (value === undefined) return otherwise;
  const index = toInteger(value);
  return index < 0 ? Math.max(length + index, 0) : Math.min(index, length);
}
