import type { ModelName } from '@fencepost/core';
import type { SavedTally } from './seed-tally.js';

/** A range of seeds, both ends included. */
export type SeedRange = readonly [first: number, last: number];

/** Seeds to test a program with. Plain JSON. */
export interface SeedsTask {
  readonly model: ModelName;
  readonly seeds: SeedRange;
  /** Whether to end with the smallest seed that shows a failure. */
  readonly untilFailure: boolean;
  /** Whether to test nothing: all seeds are left. */
  readonly divideOnly: boolean;
}

/** The result of a task. Plain JSON. */
export interface SeedsResult {
  readonly tally: SavedTally;
  readonly failed: boolean;
  /** Seeds that are left; null if none. */
  readonly seedsLeft: SeedRange | null;
}

export function seedsIn([first, last]: SeedRange): number {
  return last - first + 1;
}

/** Divides a range into at most this many consecutive ranges of nearly equal size. */
export function dividedSeeds([first, last]: SeedRange, most: number): SeedRange[] {
  const count = Math.min(most, seedsIn([first, last]));
  const bound = (i: number): number => first + Math.floor((i * seedsIn([first, last])) / count);
  return Array.from({ length: count }, (_, i): SeedRange => [bound(i), bound(i + 1) - 1]);
}
