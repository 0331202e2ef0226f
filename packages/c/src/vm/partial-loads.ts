import type { Cell, CellSize, MemoryOrder, Site } from '@fencepost/core';
import type { Context } from './context.js';
import type { ContentWords } from './content-words.js';
import { limitWithoutBuffers } from './partial-writes.js';

/** Some bytes of a cell. */
interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** Loads by the address of the cell. */
export type SavedLoads = readonly (readonly [cell: number, loads: readonly Bytes[]])[];

/**
 * Loads of parts of cells by one thread. Each loads the whole, so a later one finds no older value, as if both were of one
 * location. With store buffers, loads are in order anyway. RC11 and ARMv8 may exchange loads of parts that do not overlap,
 * unless the first one acquires (decision 27). Plain ones race wherever that can be seen.
 */
export class PartialLoads {
  private readonly earlier = new Map<number, readonly Bytes[]>();

  notice(context: Context, cell: Cell, address: number, size: CellSize, order: MemoryOrder, site?: Site): void {
    const start = Math.max(address, cell.address);
    const end = Math.min(address + size, cell.address + cell.size);
    const own = this.earlier.get(cell.address) ?? [];
    if (own.some((other) => other.end <= start || end <= other.start)) {
      limitWithoutBuffers(context, 'the load of a part of a word, after one of another part', site);
    }
    if (order !== 'relaxed' || own.some((other) => other.start === start && other.end === end)) return;
    this.earlier.set(cell.address, [...own, { start, end }]);
  }

  save(words: ContentWords): SavedLoads {
    words.add(this.earlier.size);
    for (const [cell, loads] of this.earlier) {
      words.add(cell);
      words.add(loads.length);
      for (const { start, end } of loads) {
        words.add(start);
        words.add(end);
      }
    }
    return [...this.earlier];
  }

  restore(saved: SavedLoads): void {
    this.earlier.clear();
    for (const [cell, loads] of saved) this.earlier.set(cell, loads);
  }
}
