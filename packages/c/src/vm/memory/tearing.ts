import type { CellSize, MemoryOrder } from '@fencepost/core';

/**
 * Whether this is a single access to all of its bytes, whatever other threads do. Volatile accesses, which count as
 * relaxed, may be in packed structures.
 */
export function isWhole(address: number, size: CellSize, order: MemoryOrder): boolean {
  return order !== 'plain' && (order !== 'relaxed' || address % size === 0);
}
