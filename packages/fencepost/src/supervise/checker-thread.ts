import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { V8CodeCache } from '../workers/v8-code-cache.js';
import { V8Effort } from '../workers/v8-effort.js';
import type { CheckerData } from './early-thread.js';

type Run = (
  exports: object,
  require: NodeJS.Require,
  file: string,
  $import: (name: string) => Promise<unknown>,
) => void;

// Runs the checker from one file, with V8's code cache of an earlier run. The thread starts faster than with modules,
// which V8 compiles again each time before Node 22.

const file = join(dirname(fileURLToPath(import.meta.url)), 'checker.cjs');
const kept = new V8CodeCache(file, (workerData as CheckerData).use);
const cachedData = kept.read();
// All characters are ASCII. The file is a function with these parameters, as Node makes one for CommonJS. `import()` does
// not work in a script from cached data, so it calls the `import` of this module instead (tools/scripts/bundle.js).
const script = new Script(readFileSync(file, 'latin1'), { filename: file, ...(cachedData && { cachedData }) });
const run = script.runInThisContext() as Run;
run({}, createRequire(file), file, (name) => import(name));

const effort = new V8Effort();
subscribe('fencepost:checking', (isChecking) => (isChecking === true ? effort.limit() : effort.reset()));

if (cachedData === undefined || script.cachedDataRejected === true) {
  let isKept = false;
  // By then V8 has compiled all code that a check needs.
  subscribe('fencepost:checked', () => {
    if (!isKept) kept.write(script.createCachedData());
    isKept = true;
  });
}
