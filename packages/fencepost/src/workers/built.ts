import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from '@fencepost/workers';

/** Where bundles are. */
export const builtFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'bundle');

/** What threads are for: the handlers of `src/worker.ts`. */
export type HandlerName = 'checker' | 'helper' | 'test' | 'litmus' | 'scenario' | 'runner' | 'cluster';

/** All threads run the same file, which is built: loading many takes longer than a small check. The same from `src` and `dist`. */
export function workerFor(handler: HandlerName): Entry {
  return { file: join(builtFolder, 'worker.js'), handler };
}
