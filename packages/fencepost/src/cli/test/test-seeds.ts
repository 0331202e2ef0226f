import type { SavedTally, SeedRange } from '@fencepost/check';
import { SeedTally, seedsIn } from '@fencepost/check';
import type { FencepostError } from '@fencepost/core';
import { codedErrorFrom, plainError } from '../../workers/plain-error.js';
import type { PlainError } from '../../workers/plain-error.js';
import type { OnTestProgress, Pair, TestRun, Tested } from './test-run.js';

/** How far tests with many seeds are. Plain JSON. */
export interface KeptSeeds {
  /** How many seeds were tested: all of the first pair, then all of the second, and so on. */
  readonly done: number;
  /** By pair. */
  readonly tallies: readonly SavedTally[];
  readonly errors: readonly (PlainError | null)[];
}

/** How many executions the seeds of a pair that were tested so far had, and how many of them in an earlier run. */
export interface SeedsProgress {
  readonly pair: Pair;
  readonly seeds: number;
  readonly executions: number;
  readonly resumed: number;
  /** It was the last of the pair. */
  readonly isLast: boolean;
}

interface Seeds {
  readonly seeds: SeedRange;
  /** Go on after a seed that shows a failure. */
  readonly all: boolean;
  readonly onProgress: OnTestProgress;
  /** What an earlier run kept. */
  readonly before: KeptSeeds | undefined;
  /** Called after each seed: `save` says from where another run can go on. */
  readonly onSeed: (progress: SeedsProgress, save: () => KeptSeeds) => void;
}

/**
 * Tests each pair with each of the seeds, side by side, and adds up what they show. Seeds after the least one with which a pair
 * cannot be tested do not count, even if they were tested; nor, unless all are wanted, those after the least one that shows a
 * failure.
 */
export async function* testWithSeeds(
  run: TestRun,
  pairs: readonly Pair[],
  { seeds, all, onProgress, before, onSeed }: Seeds,
): AsyncGenerator<Tested, void, void> {
  const [first] = seeds;
  const count = seedsIn(seeds);
  const tallies = pairs.map((_, pair) => {
    const tally = new SeedTally();
    if (before !== undefined) tally.merge(before.tallies[pair]!);
    return tally;
  });
  const resumed = tallies.map(({ executions }) => executions);
  const errors: (FencepostError | undefined)[] = pairs.map((_, pair) => {
    const error = before?.errors[pair] ?? null;
    return error === null ? undefined : codedErrorFrom(error);
  });
  const isOver = (pair: number): boolean => errors[pair] !== undefined || (!all && tallies[pair]!.failed);
  const seeded = pairs.flatMap((pair, index) =>
    Array.from({ length: count }, (_, i) => ({ ...pair, seed: first + i, isNeeded: () => !isOver(index) })),
  );
  const shown = (pair: number): Tested => {
    const [tally, why] = [tallies[pair]!, errors[pair]];
    return { ...(tally.seeds > 0 && { test: tally.report(first) }), ...(why !== undefined && { error: why }) };
  };
  let i = before?.done ?? 0;
  for (let pair = 0; pair < Math.floor(i / count); pair++) yield shown(pair);
  // A seed that was not tested to its end is tested again by whoever goes on; so is all that comes after it.
  let kept: KeptSeeds | undefined;
  const save = (): KeptSeeds => {
    const told = errors.map((error) => (error === undefined ? null : plainError(error)));
    return kept ?? { done: i, tallies: tallies.map((tally) => tally.save()), errors: told };
  };
  for await (const { test, error } of run.tests(seeded.slice(i), onProgress)) {
    const pair = Math.floor(i / count);
    const tally = tallies[pair]!;
    if (!isOver(pair)) {
      if (error === undefined && (test === undefined || isCut(test))) kept ??= save();
      if (error !== undefined) errors[pair] = error;
      else if (test !== undefined) tally.add(test);
      else tally.leaveOut(run.interruptedBy === undefined ? 'time' : 'interrupt');
    }
    const isLast = ++i % count === 0;
    const { seeds: tested, executions } = tally;
    onSeed({ pair: pairs[pair]!, seeds: tested, executions, resumed: resumed[pair]!, isLast }, save);
    if (isLast) yield shown(pair);
  }
}

/** Was it ended before it was over? */
function isCut({ stoppedBy }: NonNullable<Tested['test']>): boolean {
  return stoppedBy === 'time' || stoppedBy === 'interrupt';
}
