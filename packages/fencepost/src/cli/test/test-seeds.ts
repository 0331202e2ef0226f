import type { SavedTally, SeedRange } from '@fencepost/check';
import { SeedTally, seedsIn } from '@fencepost/check';
import type { FencepostError } from '@fencepost/core';
import { codedErrorFrom, plainError } from '../../workers/plain-error.js';
import type { PlainError } from '../../workers/plain-error.js';
import type { OnTestProgress, Pair, TestRun, Tested } from './test-run.js';

/** Saved progress of tests with many seeds. Plain JSON. */
export interface KeptSeeds {
  /** Number of seeds tested: all of the first pair, then all of the second, and so on. */
  readonly done: number;
  /** By pair. */
  readonly tallies: readonly SavedTally[];
  readonly errors: readonly (PlainError | null)[];
}

/** Number of seeds tested for a pair, their executions, and how many of these an earlier run explored. */
export interface SeedsProgress {
  readonly pair: Pair;
  readonly seeds: number;
  readonly executions: number;
  readonly resumed: number;
  /** Whether it was the last seed of the pair. */
  readonly isLast: boolean;
}

interface Seeds {
  readonly seeds: SeedRange;
  /** Whether to continue after a seed that shows a failure. */
  readonly all: boolean;
  readonly onProgress: OnTestProgress;
  /** The state saved by an earlier run. */
  readonly before: KeptSeeds | undefined;
  /** Called after each seed. `save` returns the state from which another run can continue. */
  readonly onSeed: (progress: SeedsProgress, save: () => KeptSeeds) => void;
}

/**
 * Tests each pair with each of the seeds, in parallel, and adds up the results. Seeds after the lowest one with which a
 * pair cannot be tested do not count, even if they were tested. Unless `all` is set, the same holds for seeds after the
 * lowest one that shows a failure.
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
  // A resumed run repeats a seed that was not tested to its end, and all seeds after it.
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

/** Whether the test was stopped before its end. */
function isCut({ stoppedBy }: NonNullable<Tested['test']>): boolean {
  return stoppedBy === 'time' || stoppedBy === 'interrupt';
}
