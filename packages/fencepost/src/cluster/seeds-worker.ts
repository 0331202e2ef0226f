import { parentPort, workerData } from 'node:worker_threads';
import type { SeedsResult, SeedsTask, Stop } from '@fencepost/check';
import { SeedTally } from '@fencepost/check';
import { reportProcesses } from '@fencepost/workers';
import { loadPrograms } from '../load/programs.js';
import { testLoadedProgram } from '../run/test-loaded.js';
import { BuiltIns } from '../workers/built-ins.js';
import { plainError } from '../workers/plain-error.js';
import type { FromFrontierExplorer, FrontierExplorerData, ToFrontierExplorer } from './frontier-messages.js';
import { BEAT, GO_ON, LEAVE, ORDER } from './frontier-messages.js';
import { requireSame } from './require-same.js';
import { GuardedEnvironment } from './surroundings.js';

// Tests the programs of a run with some seeds, for a cluster.

const builtIns = new BuiltIns();
const { sources, options, digests, tests, environment, signal } = workerData as FrontierExplorerData;
const guarded = new GuardedEnvironment(environment);
reportProcesses();
const loaded = (await Promise.all(sources.map((source) => loadPrograms(source, options)))).flat();
requireSame(loaded, digests);

parentPort!.on('message', (message: ToFrontierExplorer) => {
  // There is nothing to know: each test begins anew.
  if ('knowledge' in message) return;
  const over = performance.now() + message.milliseconds;
  const isOver = (): boolean => performance.now() >= over || order() !== GO_ON;
  testSeeds(message.program, message.task as SeedsTask, isOver).then(
    (found) => answer({ found }),
    (error: unknown) => answer({ error: plainError(error) }),
  );
});
answer('ready');

/** One after the other. A seed under way comes to its end, unless there is no time for that. */
async function testSeeds(program: number, task: SeedsTask, isOver: () => boolean): Promise<SeedsResult> {
  const [first, last] = task.seeds;
  const tally = new SeedTally();
  let seed = first;
  while (seed <= last && !task.divideOnly && !isOver() && !(task.untilFailure && tally.failed)) {
    if (!(await testSeed(program, task.model, seed, tally))) break;
    seed++;
  }
  return { tally: tally.save(), failed: tally.failed, seedsLeft: seed > last ? null : [seed, last] };
}

/** False: it was not tested to the end, and does not count. Each test has a program that was loaded for it. */
async function testSeed(index: number, model: SeedsTask['model'], seed: number, tally: SeedTally): Promise<boolean> {
  const { source } = loaded[index]!;
  const ofSource = await loadPrograms(source, options);
  const program = ofSource[index - loaded.findIndex((each) => each.source === source)]!;
  const stop: Stop = {
    get reason() {
      return order() >= LEAVE ? ('interrupt' as const) : undefined;
    },
  };
  const onProgress = (): void => void Atomics.add(signal, BEAT, 1);
  const context = { stop, loadOptions: options, options: { ...tests, seed }, onProgress };
  try {
    const [test] = await testLoadedProgram(program, [model], Infinity, context);
    builtIns.require(source);
    guarded.require(source);
    if (test === undefined || test.stoppedBy === 'interrupt') return false;
    tally.add(test);
    return true;
  } catch (error) {
    throw guarded.explain(builtIns.explain(error, source), source);
  }
}

function order(): number {
  return Atomics.load(signal, ORDER);
}

function answer(message: FromFrontierExplorer): void {
  parentPort!.postMessage(message);
}
