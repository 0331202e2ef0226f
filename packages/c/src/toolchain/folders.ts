import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from './locate.js';

/** Returns the folder of cached build results. */
export function cacheFolder(environment: Environment = process.env): string {
  const { FENCEPOST_CACHE: own, XDG_CACHE_HOME: shared } = environment;
  if (own !== undefined && own !== '') return own;
  return join(shared === undefined || shared === '' ? join(homedir(), '.cache') : shared, 'fencepost');
}

/**
 * Makes a folder and its parents, if missing. Throws if it cannot. Node's own recursive option never returns in places
 * where no folder can be made, such as /proc.
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    makeOne(folder, mode);
  } catch (error) {
    const parent = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent, mode);
    makeOne(folder, mode);
  }
}

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
