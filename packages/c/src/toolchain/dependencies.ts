import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** A file that went into a result, as it was then. */
export interface Dependency {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
  /** The hash of its content; none for system files, which are numerous and are replaced rather than edited. */
  readonly hash?: string;
}

const SYSTEM = /^\/(?:usr|opt|nix|Library|Applications)\//;

/**
 * The files as they are now; undefined if one cannot be read, or was written after `start`, as it is unknown then which
 * content the compiler has seen.
 */
export async function recordDependencies(paths: readonly string[], start: number): Promise<Dependency[] | undefined> {
  try {
    const found = await Promise.all([...new Set(paths)].map((path) => look(resolve(path))));
    return found.some(({ modified }) => modified > start) ? undefined : found;
  } catch {
    return undefined;
  }
}

/** Are all files unchanged? */
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
  if (SYSTEM.test(path)) return { path, size, modified };
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { path, size, modified, hash };
}
