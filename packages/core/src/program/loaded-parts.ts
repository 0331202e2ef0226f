import type { Cell, CellSize } from './cells.js';

/** Some bytes of a cell. */
interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** Parts by the address of the cell, as plain data. */
export type SavedParts = readonly (readonly [cell: number, parts: readonly Bytes[]])[];

/**
 * The parts of cells that one thread has loaded. Each load of a part is a load of the whole cell, so a later one finds
 * no older value, as if both were loads of one location. With store buffers, loads are in order anyway. RC11 and ARMv8
 * may reorder loads of parts that do not overlap (decision 27).
 */
export class LoadedParts {
  private readonly parts = new Map<number, readonly Bytes[]>();

  /** Whether an earlier load of the same cell does not overlap the part that this load reads. */
  hasOther(cell: Cell, address: number, size: CellSize): boolean {
    const { start, end } = bytesOf(cell, address, size);
    return this.partsOf(cell).some((other) => other.end <= start || end <= other.start);
  }

  add(cell: Cell, address: number, size: CellSize): void {
    const part = bytesOf(cell, address, size);
    const own = this.partsOf(cell);
    if (own.some(({ start, end }) => start === part.start && end === part.end)) return;
    this.parts.set(cell.address, [...own, part]);
  }

  get isEmpty(): boolean {
    return this.parts.size === 0;
  }

  save(): SavedParts {
    return [...this.parts];
  }

  restore(saved: SavedParts): void {
    this.parts.clear();
    for (const [cell, parts] of saved) this.parts.set(cell, parts);
  }

  private partsOf({ address }: Cell): readonly Bytes[] {
    return this.parts.get(address) ?? [];
  }
}

function bytesOf(cell: Cell, address: number, size: CellSize): Bytes {
  return { start: Math.max(address, cell.address), end: Math.min(address + size, cell.address + cell.size) };
}
