import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Environment variables, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folders of the path, except `without`. */
export function pathFolders(environment: Environment, without = ''): string[] {
  return (environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder) && folder !== without);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the first of these programs that is on the path. */
export function firstOnPath(names: readonly string[], environment: Environment): string | undefined {
  for (const name of names) {
    for (const folder of pathFolders(environment)) if (isExecutable(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

const COMPILER = /^(?:[\w.]+-[\w.]+-[\w.]+-)?(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+)(?:-\d+(?:\.\d+)*)?$/;

/** A compiler on the path. */
export interface Compiler {
  readonly name: string;
  readonly path: string;
  readonly isClang: boolean;
}

/** Returns all C and C++ compilers on the path, by the names that builds may use. */
export function compilersOnPath(environment: Environment, without: string): Compiler[] {
  const found = new Map<string, Compiler>();
  for (const folder of pathFolders(environment, without)) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (!COMPILER.test(name) || found.has(name) || !isExecutable(path)) continue;
      found.set(name, { name, path, isClang: realpathSync(path).includes('clang') });
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export const LLVM_VERSIONS = [22, 21, 20, 19, 18, 17, 16, 15, 14];
