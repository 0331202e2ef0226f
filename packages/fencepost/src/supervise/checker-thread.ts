import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script, constants } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { KeptCode } from '../workers/kept-code.js';
import type { CheckerData } from './worker-connection.js';

// Runs the checker from one file, with what V8 compiled of it in an earlier run: a thread is ready sooner than with modules,
// which V8 compiles anew each time before Node 22.

const file = join(dirname(fileURLToPath(import.meta.url)), 'checker.cjs');
const kept = new KeptCode(file, (workerData as CheckerData).use);
const cachedData = kept.read();
// As Node does with CommonJS. All characters are ASCII.
const text = `(function (exports, require, __filename) {${readFileSync(file, 'latin1')}\n})`;
const script = new Script(text, {
  filename: file,
  ...(cachedData && { cachedData }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const run = script.runInThisContext() as (exports: object, require: NodeJS.Require, file: string) => void;
run({}, createRequire(file), file);

if (cachedData === undefined || script.cachedDataRejected === true) {
  let isKept = false;
  // By then it has compiled what a check needs.
  subscribe('fencepost:checked', () => {
    if (!isKept) kept.write(script.createCachedData());
    isKept = true;
  });
}
