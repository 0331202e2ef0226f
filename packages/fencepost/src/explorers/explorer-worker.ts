import { parentPort, workerData } from 'node:worker_threads';
import { TaskExplorer } from '@fencepost/check';
import { reportProcesses } from '@fencepost/workers';
import { loadPrograms } from '../load/programs.js';
import { BuiltIns } from '../workers/built-ins.js';
import type { ExplorerData, FromExplorer, ToExplorer } from './messages.js';

// Explores parts of a search with its own copy of the program. The search does what this cannot do.

const builtIns = new BuiltIns();
const { reference, maxDepth, round } = workerData as ExplorerData;
const { source, options, index, digest } = reference;
reportProcesses();
const loaded = (await loadPrograms(source, options))[index];
// The file may have changed since the search began.
if (loaded?.digest === digest && builtIns.areIntact) {
  const explorer = new TaskExplorer(loaded.program, maxDepth);
  parentPort!.on('message', (message: ToExplorer) => {
    if ('begin' in message) {
      explorer.begin(message.begin);
      return;
    }
    const { id, round: its, task } = message;
    if (explorer.isLost) {
      answer({ id, lost: true });
      return;
    }
    const isRecalled = (): boolean => Atomics.load(round, 0) !== its;
    const found = isRecalled() ? undefined : explorer.explore(task, isRecalled);
    answer({ id, found: builtIns.areIntact ? found : undefined });
  });
  answer('ready');
}

function answer(message: FromExplorer): void {
  parentPort!.postMessage(message);
}
