import type { SeedsResult, SeedsTask, Stop } from '@fencepost/check';
import { SeedTally } from '@fencepost/check';
import type { JobContext } from '@fencepost/workers';
import { GO_ON, LEAVE } from '@fencepost/workers';
import type { LoadedProgram } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import { testLoadedProgram } from '../run/test-loaded.js';
import type { ClusterTask, RunData } from './jobs.js';

/**
 * Tests one of the programs with a range of seeds, one after the other. Completes the current seed unless there is no
 * time for that.
 */
export async function testSeeds(
  loaded: readonly LoadedProgram[],
  data: RunData,
  { program, task, milliseconds }: ClusterTask,
  context: JobContext<never>,
): Promise<SeedsResult> {
  const { seeds, divideOnly, untilFailure, model } = task as SeedsTask;
  const over = performance.now() + milliseconds;
  const isOver = (): boolean => performance.now() >= over || context.order() !== GO_ON;
  const [first, last] = seeds;
  const tally = new SeedTally();
  let seed = first;
  while (seed <= last && !divideOnly && !isOver() && !(untilFailure && tally.failed)) {
    const own = await freshlyLoaded(loaded, data, program);
    if (!(await testSeed(own, data, model, seed, tally, context))) break;
    seed++;
  }
  return { tally: tally.save(), failed: tally.failed, seedsLeft: seed > last ? null : [seed, last] };
}

/** Loads the program again, so that each test has its own copy. */
async function freshlyLoaded(
  loaded: readonly LoadedProgram[],
  { options }: RunData,
  index: number,
): Promise<LoadedProgram> {
  const { source } = loaded[index]!;
  const ofSource = await loadPrograms(source, options);
  return ofSource[index - loaded.findIndex((each) => each.source === source)]!;
}

/** Returns false if the seed was not tested to its end and does not count. */
async function testSeed(
  program: LoadedProgram,
  { options: loadOptions, tests }: RunData,
  model: SeedsTask['model'],
  seed: number,
  tally: SeedTally,
  { order, beat }: JobContext<never>,
): Promise<boolean> {
  const stop: Stop = {
    get reason() {
      return order() >= LEAVE ? ('interrupt' as const) : undefined;
    },
  };
  const context = { stop, loadOptions, options: { ...tests, seed }, onProgress: beat };
  const [test] = await testLoadedProgram(program, [model], Infinity, context);
  if (test === undefined || test.stoppedBy === 'interrupt') return false;
  tally.add(test);
  return true;
}
