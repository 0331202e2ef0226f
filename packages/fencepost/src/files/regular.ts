import { readFileSync, statSync } from 'node:fs';

/** What a file holds; undefined: it is a pipe or a device, which may never end. Throws what Node does if it cannot be read. */
export function readRegular(path: string): Buffer | undefined {
  const stats = statSync(path);
  return stats.isFile() || stats.isDirectory() ? readFileSync(path) : undefined;
}
