import type { CellSize } from '@fencepost/core';
import { decodeWide, encodeWide } from '@fencepost/core';

/** The content of freed memory, by size: values that a program is unlikely to store. */
export const POISON: Readonly<Record<CellSize, number>> = {
  1: 0x19d,
  2: 0x19d3f,
  4: 0x9d3f5a17 | 0,
  8: encodeWide(0x5a17_9d3f_63e1_48b5n),
  16: encodeWide(0x5a17_9d3f_63e1_48b5_27f0_c94e_1b6d_3a85n, 128),
};

/** Whether the freed memory is as freeing left it. If not, a thread wrote to it afterwards. */
export function isPoison(word: number, size: number): boolean {
  return word === POISON[size as CellSize];
}

/** The byte that fills allocated memory whose content is open. */
export const UNSET = 0xcb;

/** Whether a byte of the word may have been left as it was allocated. Values of the program may have such a byte, too. */
export function mayBeUnset(word: number, size: CellSize): boolean {
  let rest = BigInt.asUintN(8 * size, size >= 8 ? decodeWide(word) : BigInt(word));
  while (rest > 0n && (rest & 0xffn) !== BigInt(UNSET)) rest >>= 8n;
  return rest > 0n;
}
