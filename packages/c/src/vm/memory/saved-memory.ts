import type { SavedParts } from '@fencepost/core';
import type { SavedArgumentBounds } from './argument-bounds.js';
import type { SavedLifetimes } from './lifetimes.js';
import { EMPTY } from './lifetimes.js';

/** Private memory outside linear memory, and the thread's view of lifetimes. */
export interface SavedMemory {
  readonly contents: readonly (readonly [address: number, bytes: Uint8Array])[];
  readonly lifetimes: SavedLifetimes;
  readonly rooms: SavedArgumentBounds;
  readonly partialLoads: SavedParts;
}

/** That of most threads: they have allocated, freed, passed and loaded in parts nothing. */
export const PLAIN: SavedMemory = { contents: [], lifetimes: EMPTY, rooms: [], partialLoads: [] };
