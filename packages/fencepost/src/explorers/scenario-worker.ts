import { parentPort, workerData } from 'node:worker_threads';
import type { FromScenarioHelper, ToScenarioHelper } from '@fencepost/check';
import { ShareHelper } from '@fencepost/check';
import { reportProcesses } from '@fencepost/workers';
import { BuiltIns } from '../workers/built-ins.js';
import { turn } from '../workers/turn.js';
import type { HelperData } from './helper-data.js';
import { referenced } from './helper-data.js';

// Checks shares of the scenarios of a structure with its own copy of it.

const builtIns = new BuiltIns();
const port = parentPort!;
reportProcesses();
const program = await referenced((workerData as HelperData).reference);
if (program !== undefined) {
  const answer = (message: FromScenarioHelper): void => port.postMessage(builtIns.areIntact ? message : 'failed');
  const helper = new ShareHelper(program, answer, turn);
  port.on('message', (message: ToScenarioHelper) => helper.take(message));
}
