import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where bundles are. */
export const builtFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'bundle');

/** What a worker runs. It is built in few files, as loading many takes longer than a small check; the same from `src` and `dist`. */
export function builtWorker(name: string): string {
  return join(builtFolder, `${name}.js`);
}
