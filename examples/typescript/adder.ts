// A worker that adds up the numbers it receives, until there is a zero.
import { parentPort, workerData } from 'node:worker_threads';
import { WaitingRing } from './waiting-ring.js';

const ring = new WaitingRing(workerData as SharedArrayBuffer);
parentPort!.on('message', () => {
  let sum = 0;
  for (let value = ring.receive(); value !== 0; value = ring.receive()) sum += value;
  parentPort!.postMessage(sum);
});
