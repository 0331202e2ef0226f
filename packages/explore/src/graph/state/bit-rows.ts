/**
 * Minimum row width, in words, for copying with the built-in function. A call of it costs as much as about twenty
 * words.
 */
const WIDE = 24;

/** Copies `width` words. */
export function copyRow(from: Int32Array, start: number, to: Int32Array, at: number, width: number): void {
  if (width < WIDE) for (let w = 0; w < width; w++) to[at + w] = from[start + w]!;
  else if (from === to) to.copyWithin(at, start, start + width);
  else to.set(from.subarray(start, start + width), at);
}
