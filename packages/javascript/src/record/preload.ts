import { createRequire } from 'node:module';
import { getEnvironmentData, isMainThread } from 'node:worker_threads';
import { ENVIRONMENT } from './environment.js';

// For `node --require`: prepares each thread of a process that `fencepost record` runs. Node's own threads and those of
// the recorder load only this file.

const isRecorded = isMainThread
  ? process.env['FENCEPOST_RECORD'] !== undefined
  : (getEnvironmentData(ENVIRONMENT) as unknown) !== undefined;
if (isRecorded) createRequire(__filename)('./record-program.cjs');
