import type { SeedRange } from '@fencepost/check';
import { SeedTally, seedsIn } from '@fencepost/check';
import type { TestReport } from '@fencepost/report';
import type { OnTestProgress, Pair, TestRun } from './test-run.js';

interface Seeds {
  readonly seeds: SeedRange;
  /** Go on after a seed that shows a failure. */
  readonly all: boolean;
  readonly onProgress: OnTestProgress;
}

/**
 * Tests each pair with each of the seeds, side by side, and adds up what they show; undefined: it was interrupted before it
 * began. Unless all are wanted, seeds after the least one that shows a failure do not count, even if they were tested.
 */
export async function* testWithSeeds(
  run: TestRun,
  pairs: readonly Pair[],
  { seeds, all, onProgress }: Seeds,
): AsyncGenerator<TestReport | undefined, void, void> {
  const [first] = seeds;
  const count = seedsIn(seeds);
  const tallies = pairs.map(() => new SeedTally());
  const isOver = (pair: number): boolean => !all && tallies[pair]!.failed;
  const seeded = pairs.flatMap((pair, index) =>
    Array.from({ length: count }, (_, i) => ({ ...pair, seed: first + i, isNeeded: () => !isOver(index) })),
  );
  let i = 0;
  for await (const test of run.tests(seeded, onProgress)) {
    const pair = Math.floor(i / count);
    const tally = tallies[pair]!;
    if (test !== undefined && !isOver(pair)) tally.add(test);
    else if (test === undefined && !isOver(pair))
      tally.leaveOut(run.interruptedBy === undefined ? 'time' : 'interrupt');
    if (++i % count === 0) yield tally.seeds === 0 ? undefined : tally.report(first);
  }
}
