import type { Cell, CellSize, MemoryOrder, SavedParts, Site } from '@fencepost/core';
import { LoadedParts } from '@fencepost/core';
import type { Context } from '../context/context.js';
import type { ContentWords } from '../instance/content-words.js';
import { limitWithoutBuffers } from './partial-writes.js';

/**
 * Loads of parts of cells by one thread. They are ordered if the first one is an acquire. Plain loads race wherever
 * their order is observable.
 */
export class PartialLoads {
  private readonly loaded = new LoadedParts();

  notice(context: Context, cell: Cell, address: number, size: CellSize, order: MemoryOrder, site?: Site): void {
    if (this.loaded.hasOther(cell, address, size)) {
      limitWithoutBuffers(context, 'the load of a part of a word, after one of another part', site);
    }
    if (order === 'relaxed') this.loaded.add(cell, address, size);
  }

  get isEmpty(): boolean {
    return this.loaded.isEmpty;
  }

  describe(words: ContentWords): void {
    if (this.isEmpty) {
      words.add(0);
      return;
    }
    const saved = this.save();
    words.add(saved.length);
    for (const [cell, parts] of saved) {
      words.add(cell);
      words.add(parts.length);
      for (const { start, end } of parts) {
        words.add(start);
        words.add(end);
      }
    }
  }

  save(): SavedParts {
    return this.loaded.save();
  }

  restore(saved: SavedParts): void {
    this.loaded.restore(saved);
  }
}
