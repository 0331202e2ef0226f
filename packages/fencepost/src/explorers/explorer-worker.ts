import { parentPort, workerData } from 'node:worker_threads';
import type { FromExplorer, ToExplorer } from '@fencepost/check';
import { TaskHelper } from '@fencepost/check';
import { reportProcesses } from '@fencepost/workers';
import { BuiltIns } from '../workers/built-ins.js';
import { turn } from '../workers/turn.js';
import type { HelperData } from './helper-data.js';
import { referenced } from './helper-data.js';

// Explores parts of a search with its own copy of the program.

const builtIns = new BuiltIns();
const port = parentPort!;
const { reference, maxDepth } = workerData as HelperData;
reportProcesses();
const program = await referenced(reference);
if (program !== undefined && builtIns.areIntact) {
  const helper = new TaskHelper(program, maxDepth, answer, turn);
  port.on('message', (message: ToExplorer) => helper.take(message));
}

function answer(message: FromExplorer): void {
  const isTrusted = builtIns.areIntact || message === 'ready' || 'lost' in message;
  port.postMessage(isTrusted ? message : { id: message.id, found: undefined });
}
