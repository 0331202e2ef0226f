import type { ModelName } from '@fencepost/core';
import type { SavedTally } from './seed-tally.js';

/** Both included. */
export type SeedRange = readonly [first: number, last: number];

/** Seeds to test a program with. Plain JSON. */
export interface SeedsTask {
  readonly model: ModelName;
  readonly seeds: SeedRange;
  /** End with the least seed that shows a failure. */
  readonly untilFailure: boolean;
  /** Test nothing: all seeds are left. */
  readonly divideOnly: boolean;
}

/** What came of it. Plain JSON. */
export interface SeedsResult {
  readonly tally: SavedTally;
  readonly failed: boolean;
  /** Seeds that are left; null: none. */
  readonly seedsLeft: SeedRange | null;
}

export function seedsIn([first, last]: SeedRange): number {
  return last - first + 1;
}

/** At most so many consecutive ranges, as equal as can be. */
export function dividedSeeds([first, last]: SeedRange, most: number): SeedRange[] {
  const count = Math.min(most, seedsIn([first, last]));
  const bound = (i: number): number => first + Math.floor((i * seedsIn([first, last])) / count);
  return Array.from({ length: count }, (_, i): SeedRange => [bound(i), bound(i + 1) - 1]);
}
