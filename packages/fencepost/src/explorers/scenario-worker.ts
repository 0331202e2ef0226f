import { parentPort, workerData } from 'node:worker_threads';
import { checkShare } from '@fencepost/check';
import { reportProcesses } from '@fencepost/workers';
import { loadPrograms } from '../load/programs.js';
import { BuiltIns } from '../workers/built-ins.js';
import type { FromHelper, HelperData, ToHelper } from './scenario-messages.js';

// Checks a share of the scenarios of a structure with its own copy of it.

const builtIns = new BuiltIns();
const { reference, round } = workerData as HelperData;
const { source, options, index, digest } = reference;
reportProcesses();
const loaded = (await loadPrograms(source, options))[index];
// The file may have changed since the check began.
if (loaded?.digest === digest) {
  parentPort!.on('message', ({ share, round: its }: ToHelper) => {
    const isRecalled = (): boolean => Atomics.load(round, 0) !== its;
    checkShare(loaded.program, share, isRecalled, (checked) => {
      if (!builtIns.areIntact) throw new Error('built-in functions were replaced');
      answer({ round: its, checked });
    });
  });
  answer('ready');
}

function answer(message: FromHelper): void {
  parentPort!.postMessage(message);
}
