import type { SeedRange } from '@fencepost/check';
import { SeedTally, seedsIn } from '@fencepost/check';
import type { FencepostError } from '@fencepost/core';
import type { OnTestProgress, Pair, TestRun, Tested } from './test-run.js';

interface Seeds {
  readonly seeds: SeedRange;
  /** Go on after a seed that shows a failure. */
  readonly all: boolean;
  readonly onProgress: OnTestProgress;
}

/**
 * Tests each pair with each of the seeds, side by side, and adds up what they show. Seeds after the least one with which a pair
 * cannot be tested do not count, even if they were tested; nor, unless all are wanted, those after the least one that shows a
 * failure.
 */
export async function* testWithSeeds(
  run: TestRun,
  pairs: readonly Pair[],
  { seeds, all, onProgress }: Seeds,
): AsyncGenerator<Tested, void, void> {
  const [first] = seeds;
  const count = seedsIn(seeds);
  const tallies = pairs.map(() => new SeedTally());
  const errors: (FencepostError | undefined)[] = [];
  const isOver = (pair: number): boolean => errors[pair] !== undefined || (!all && tallies[pair]!.failed);
  const seeded = pairs.flatMap((pair, index) =>
    Array.from({ length: count }, (_, i) => ({ ...pair, seed: first + i, isNeeded: () => !isOver(index) })),
  );
  let i = 0;
  for await (const { test, error } of run.tests(seeded, onProgress)) {
    const pair = Math.floor(i / count);
    const tally = tallies[pair]!;
    if (!isOver(pair)) {
      if (error !== undefined) errors[pair] = error;
      else if (test !== undefined) tally.add(test);
      else tally.leaveOut(run.interruptedBy === undefined ? 'time' : 'interrupt');
    }
    if (++i % count > 0) continue;
    const why = errors[pair];
    yield { ...(tally.seeds > 0 && { test: tally.report(first) }), ...(why !== undefined && { error: why }) };
  }
}
