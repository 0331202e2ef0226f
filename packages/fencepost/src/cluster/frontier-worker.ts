import { parentPort, workerData } from 'node:worker_threads';
import { FrontierExplorer } from '@fencepost/check';
import type { FrontierTask } from '@fencepost/check';
import { LEAST_MILLISECONDS } from '@fencepost/cluster';
import { reportProcesses } from '@fencepost/workers';
import { loadPrograms } from '../load/programs.js';
import { requireSame } from './require-same.js';
import { GuardedEnvironment } from './surroundings.js';
import { BuiltIns } from '../workers/built-ins.js';
import { plainError } from '../workers/plain-error.js';
import type { FromFrontierExplorer, FrontierExplorerData, ToFrontierExplorer } from './frontier-messages.js';
import { GO_ON, INTERRUPT, ORDER } from './frontier-messages.js';

// Explores frontiers for a cluster, with its own copy of the programs of a run.

const builtIns = new BuiltIns();
const { sources, options, digests, maxDepth, environment, signal } = workerData as FrontierExplorerData;
const guarded = new GuardedEnvironment(environment);
reportProcesses();
const loaded = (await Promise.all(sources.map((source) => loadPrograms(source, options)))).flat();
requireSame(loaded, digests);
const explorers = loaded.map(({ program, settings }) => new FrontierExplorer(program, maxDepth ?? settings?.maxDepth));

parentPort!.on('message', (message: ToFrontierExplorer) => {
  const explorer = explorers[message.program]!;
  const { source } = loaded[message.program]!;
  if ('knowledge' in message) {
    explorer.begin(message.knowledge);
    return;
  }
  const started = performance.now();
  const isOver = (): boolean => {
    const passed = performance.now() - started;
    const order = Atomics.load(signal, ORDER);
    return passed >= message.milliseconds || order === INTERRUPT || (order !== GO_ON && passed >= LEAST_MILLISECONDS);
  };
  try {
    const found = explorer.explore(message.task as FrontierTask, isOver);
    builtIns.require(source);
    guarded.require(source);
    answer({ found });
  } catch (error) {
    answer({ error: plainError(guarded.explain(builtIns.explain(error, source), source)) });
  }
});
answer('ready');

function answer(message: FromFrontierExplorer): void {
  parentPort!.postMessage(message);
}
