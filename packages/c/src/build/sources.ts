import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { isForeignFile } from '../ir/syntax/foreign.js';
import { isSource } from '../toolchain/language.js';
import { usageError } from '../toolchain/errors.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

/** Reads the files. */
export async function readSources(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) throw usageError('no file to compile');
  return Promise.all(
    files.map(async (file) => {
      if (!isSource(file)) {
        throw usageError(
          `${file} is neither C, C++, Rust nor LLVM IR`,
          'such files end in .c, .cc, .cpp, .cxx, .C, .rs or .ll',
        );
      }
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        throw usageError(`cannot read ${file}: ${REASONS[code] ?? String(error)}`, 'is its path right?');
      }
    }),
  );
}

/**
 * Returns a predicate for the files that reports may quote: those the compiler has read, those in the current folder,
 * and those in the folder of a file of the program, as IR does not name its sources.
 */
export function filesRead(files: readonly string[], dependencies: readonly string[]): (file: string) => boolean {
  const read = new Set([...files, ...dependencies].map((file) => resolve(file)));
  const folders = [process.cwd(), ...files.map((file) => dirname(file))].map((folder) => realPath(folder) ?? folder);
  return (file) => {
    const path = resolve(file);
    if (read.has(path) || isForeignFile(path)) return true;
    const real = realPath(path);
    // A missing file cannot be quoted anyway.
    return (
      real === undefined || folders.some((folder) => real.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    );
  };
}

/** Returns the path with links resolved; undefined if it does not exist. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
