import { readFileSync, statSync } from 'node:fs';

/** Returns the content of a file; undefined for a pipe or a device, which may never end. Throws Node's errors. */
export function readRegular(path: string): Buffer | undefined {
  const stats = statSync(path);
  return stats.isFile() || stats.isDirectory() ? readFileSync(path) : undefined;
}
