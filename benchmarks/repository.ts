import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the repository, whether this file runs from its source or compiled. */
export const REPOSITORY = above(import.meta.dirname);

function above(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('the benchmarks run inside the repository only');
  return above(dirname(folder));
}
