// Checks of the values that loads have read: a byte for each load, and a sum for each block.
// packages/recorder/native/emit.c implements the same.

/** Returns the hash of a value that was read. */
export function hashOf(low: number, high: number): number {
  return Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
}

/** Returns the check byte of a load. */
export function checkOf(hash: number): number {
  return hash >>> 24;
}

/** Returns the sum of a block with one more load. */
export function sumWith(sum: number, hash: number): number {
  return (Math.imul(sum, 31) + hash) | 0;
}
