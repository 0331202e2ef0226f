import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSystemPath } from './paths.js';

/** The state of a file when a result was made from it. */
export interface Dependency {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  /** The hash of its content; none for system files, which are numerous and are replaced rather than edited. */
  readonly hash?: string;
}

/**
 * Returns the current state of the files; undefined if one cannot be read, or was written after `start`: it is then
 * unknown which content the compiler has read.
 */
export async function recordDependencies(paths: readonly string[], start: number): Promise<Dependency[] | undefined> {
  try {
    const found = await Promise.all([...new Set(paths)].map((path) => look(resolve(path))));
    return found.some(({ modified }) => modified > start) ? undefined : found;
  } catch {
    return undefined;
  }
}

/** Returns whether all files are unchanged. */
export async function unchanged(dependencies: readonly Dependency[]): Promise<boolean> {
  try {
    const now = await Promise.all(dependencies.map(({ path }) => look(path)));
    return now.every((current, index) => same(current, dependencies[index]!));
  } catch {
    return false;
  }
}

function same(a: Dependency, b: Dependency): boolean {
  return a.hash === undefined ? a.size === b.size && a.modified === b.modified : a.hash === b.hash;
}

async function look(path: string): Promise<Dependency> {
  const { size, mtimeMs: modified } = await stat(path);
  if (isSystemPath(path)) return { path, size, modified };
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { path, size, modified, hash };
}
