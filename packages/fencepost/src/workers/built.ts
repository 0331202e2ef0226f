import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from '@fencepost/workers';

/** Folder of the bundles. */
export const builtFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'bundle');

/** The purposes of threads: the handlers of `src/worker.ts`. */
export type HandlerName = 'checker' | 'helper' | 'test' | 'litmus' | 'runner' | 'cluster';

/**
 * Returns the entry for a thread. All threads run the same bundled file, because loading many files takes longer than a
 * small check. Works from `src` and `dist`.
 */
export function workerFor(handler: HandlerName): Entry {
  return { file: join(builtFolder, 'worker.js'), handler };
}
