import { subscribe } from 'node:diagnostics_channel';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { KeptScript } from '../workers/kept-script.js';
import { V8Effort } from '../workers/v8-effort.js';
import type { CheckerData } from './early-thread.js';

// Runs the checker from one file.

const file = join(dirname(fileURLToPath(import.meta.url)), 'checker.cjs');
const script = new KeptScript(file, (workerData as CheckerData).use);
script.run((name) => import(name));

const effort = new V8Effort();
let started: NodeJS.CpuUsage | undefined;
let milliseconds = 0;

subscribe('fencepost:checking', (isChecking) => {
  if (isChecking === true) {
    started = process.cpuUsage();
    effort.limit();
  } else {
    effort.reset();
    const { user, system } = process.cpuUsage(started);
    milliseconds = Math.round((user + system) / 1000);
  }
});
subscribe('fencepost:building', (isBuilding) => (isBuilding === true ? effort.limitBuild() : effort.reset()));
// By then V8 has compiled all code that a check needs.
subscribe('fencepost:checked', () => script.keep(milliseconds));
