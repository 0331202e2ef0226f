import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import { usageError } from './errors.js';

/** A file to read, and the folder the user asked for that contains it. */
export interface InputFile {
  /** As it is shown: the path given, or what was found below it. */
  readonly path: string;
  readonly root: string;
}

/** Files as given, folders searched to their depths for `*<extension>` in alphabetical order; each file once. */
export function findFiles(paths: readonly string[], extension: string): InputFile[] {
  const found = new Map<string, InputFile>();
  const add = (path: string, root: string): void => {
    found.set(resolve(path), { path, root });
  };
  for (const path of paths) {
    if (!isFolder(path)) add(path, dirname(path));
    else for (const name of filesBelow(path, extension)) add(join(path, name), path);
  }
  return [...found.values()];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function filesBelow(folder: string, extension: string): string[] {
  const names = listFolder(folder).filter((name) => name.endsWith(extension));
  if (names.length === 0) throw usageError(`${folder} contains no ${extension} file`);
  return names.sort();
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw cannotRead(folder, error);
  }
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw cannotRead(path, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

function cannotRead(path: string, error: unknown): FencepostError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return usageError(
    `cannot read ${path}: ${REASONS[code] ?? (error instanceof Error ? error.message : String(error))}`,
  );
}
