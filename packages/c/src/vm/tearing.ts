import type { CellSize, MemoryOrder } from '@fencepost/core';

/** Is it one access to all of its bytes, whatever others do? Volatile ones, which count as relaxed, may be in packed structures. */
export function isWhole(address: number, size: CellSize, order: MemoryOrder): boolean {
  return order !== 'plain' && (order !== 'relaxed' || address % size === 0);
}
