import type { CellSize } from '@fencepost/core';
import { decodeWide, encodeWide } from '@fencepost/core';

/** Returns the bytes of a word as an unsigned number. */
export function bits(word: number, size: CellSize): bigint {
  return BigInt.asUintN(8 * size, size >= 8 ? decodeWide(word) : BigInt(word));
}

/** Returns the word made of the lowest bytes of a number. */
export function wordOf(value: bigint, size: CellSize): number {
  if (size >= 8) return encodeWide(value, size === 16 ? 128 : 64);
  const low = Number(BigInt.asUintN(8 * size, value));
  return size === 4 ? low | 0 : low;
}

export function bytesAt(
  { view, offset }: { readonly view: DataView; readonly offset: number },
  bytes: number,
): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, bytes);
}
