import type { CellSize } from '@fencepost/core';
import { encodeWide } from '@fencepost/core';

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
