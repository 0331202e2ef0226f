import { isMainThread } from 'node:worker_threads';
import { recordThread } from './thread.js';

// For `node --require`: prepares each thread of a process that `fencepost record` runs.

const { FENCEPOST_RECORD: socket } = process.env;
if (socket !== undefined || !isMainThread) recordThread(socket ?? '', __dirname);
