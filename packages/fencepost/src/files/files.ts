import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { FencepostError, isFencepostError, nearest } from '@fencepost/core';
import { codeOf, usageError } from '../errors.js';
import { reasonOf } from './reasons.js';

/** A file to read, and the folder given by the user that contains it. */
export interface InputFile {
  /** The path as shown: the path given, or a file found below it. */
  readonly path: string;
  readonly root: string;
}

/**
 * Returns files as given, and files matching `*<extension>` in folders, searched recursively in alphabetical order.
 * Each file appears once.
 */
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
  if (names.length === 0) {
    throw usageError(`${folder} contains no ${extension} file`, `name a folder with *${extension} below it, or a file`);
  }
  return names.sort();
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw cannotRead(folder, error);
  }
}

/** More than any real input, and less than the maximum length of a string. */
const MOST_MEGABYTES = 256;

/** Reads a regular file of limited size. Pipes and devices may never end. */
export function readText(path: string): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !stats.isDirectory()) {
      throw usageError(`cannot read ${path}: it is a pipe or a device`, 'save its output to a file first');
    }
    if (stats.size > MOST_MEGABYTES << 20) {
      const message = `${path} has ${Math.ceil(stats.size / 2 ** 20)} MiB; the limit is ${MOST_MEGABYTES} MiB`;
      throw new FencepostError('TOO_LARGE', message);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isFencepostError(error)) throw error;
    throw cannotRead(path, error);
  }
}

/** Returns the text of a file; undefined if it cannot be read. */
export function textIfReadable(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function cannotRead(path: string, error: unknown): FencepostError {
  return usageError(`cannot read ${path}: ${reasonOf(error)}`, hintFor(codeOf(error), path));
}

function hintFor(code: string, path: string): string {
  if (code === 'EACCES') return 'you need permission to read it';
  if (code === 'EISDIR') return 'name a file in it';
  const others = code === 'ENOENT' ? siblings(path) : [];
  // Node has put U+FFFD where bytes of the name are no text.
  if (path.includes('\ufffd')) return 'its name is not UTF-8: rename it, or create a link with another name';
  if (others.includes(basename(path))) return 'it is a link whose target does not exist';
  // Compared without the extension, which would make any two names similar.
  const extension = extname(path);
  const alike = others.filter((name) => extname(name) === extension).map((name) => basename(name, extension));
  const guess = nearest(basename(path, extension), alike);
  if (guess !== undefined) return `did you mean ${join(dirname(path), guess)}${extension}?`;
  return isAbsolute(path) ? 'is its path right?' : `is its path right? Relative paths start from ${process.cwd()}`;
}

function siblings(path: string): string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}
