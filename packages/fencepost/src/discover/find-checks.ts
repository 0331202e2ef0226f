import type { Dirent } from 'node:fs';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NO_DATABASE } from '@fencepost/c/options';
import { COMPILED_LANGUAGES, FencepostError, SCRIPT_LANGUAGES, endingsOf, isWrittenIn } from '@fencepost/core';
import { counted } from '@fencepost/report';
import { usageError } from '../errors.js';
import { cannotRead, textIfReadable } from '../files/files.js';
import { isFolder } from '../files/folder.js';
import { Ignored } from './gitignore.js';

/** The declarations of a data structure in C and C++, which make a source one with checks. */
const DECLARES = /\bFENCEPOST_LINEARIZABLE\s*\(/;
/** A folder with more files is not one of a project. */
const MOST_FILES = 200_000;
const MOST_LISTED = 5;

/** The files to check: those given, and those with checks in folders that are given. */
export interface Found {
  readonly files: readonly string[];
  /** Message to the user about the checks found in folders; undefined if no folder was searched. */
  readonly note: string | undefined;
}

/**
 * Returns the files to check. `paths`: files and folders; without any, the current folder is searched. `database`: path
 * of the compilation database, `none`, or undefined to look for it. A folder without checks is an error, unless there
 * may be none.
 */
export async function findChecks(
  paths: readonly string[],
  database: string | undefined,
  { mayBeNone = false } = {},
): Promise<Found> {
  const files = new Map<string, string>();
  let found = 0;
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const all = isFolder(path) ? await checksBelow(path, database, mayBeNone) : [path];
    if (isFolder(path)) found += all.length;
    for (const each of all) if (!files.has(resolve(each))) files.set(resolve(each), each);
  }
  const list = [...files.values()];
  return { files: list, note: found === 0 ? undefined : `found ${counted(list.length, 'file')}: ${listed(list)}\n` };
}

function listed(files: readonly string[]): string {
  const left = files.length - MOST_LISTED;
  return files.slice(0, MOST_LISTED).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

async function checksBelow(folder: string, database: string | undefined, mayBeNone: boolean): Promise<string[]> {
  const all = filesBelow(folder);
  const named = all.filter(isNamedCheck);
  const sources = all.filter((file) => isWrittenIn(file, COMPILED_LANGUAGES));
  const declared = sources.length === 0 ? [] : await declaring(folder, sources, database);
  const checks = [...new Set([...named, ...declared])].sort();
  if (checks.length > 0 || mayBeNone) return checks;
  const litmus = all.filter((file) => isWrittenIn(file, ['litmus'])).length;
  throw usageError(
    `there are no checks in ${folder === '.' ? 'this folder' : folder}`,
    [
      ...(litmus > 0 ? [`for its ${counted(litmus, 'litmus test')}: fencepost litmus ${folder}`] : []),
      ...(sources.length > 0 ? [`for a program, name it: fencepost check ${sources[0]!}`] : []),
      'checks are files named *.check.ts, *.check.c and the like; fencepost init writes an example',
    ].join('; '),
  );
}

const LANGUAGES = [...SCRIPT_LANGUAGES, ...COMPILED_LANGUAGES];
const ENDINGS = endingsOf(...LANGUAGES).map((ending) => `.check${ending}`);

/** Whether the name of the file says that it has checks: `queue.check.ts`. */
export function isNamedCheck(file: string): boolean {
  return ENDINGS.some((ending) => file.endsWith(ending));
}

/** Returns the sources of the project that declare data structures. */
async function declaring(
  folder: string,
  sources: readonly string[],
  database: string | undefined,
): Promise<readonly string[]> {
  if (database === NO_DATABASE) return [];
  const { findDatabase, readDatabase } = await import('@fencepost/c');
  const commands = database === undefined ? findDatabase(join(folder, 'x')) : readDatabase(database);
  const compiled = new Set(commands?.commands.map(({ file }) => file));
  return sources.filter((file) => compiled.has(resolve(file)) && DECLARES.test(textIfReadable(file) ?? ''));
}

/** Returns the files of a project: not those of packages, of hidden folders, or that git ignores. */
function filesBelow(folder: string): string[] {
  const files: string[] = [];
  const visit = (path: string, ignored: Ignored): void => {
    for (const entry of entriesOf(path, path === folder)) {
      const inside = join(path, entry.name);
      const isInner = entry.isDirectory();
      if (!isInner && !entry.isFile()) continue;
      if (entry.name === 'node_modules' || entry.name.startsWith('.') || ignored.has(resolve(inside), isInner))
        continue;
      if (isInner) visit(inside, ignored.below(resolve(inside)));
      else files.push(inside);
      if (files.length > MOST_FILES) throw tooMany(folder);
    }
  };
  visit(folder, Ignored.in(resolve(folder)));
  return files;
}

/** Links are not followed: they may lead in a circle. Folders below that cannot be read are skipped. */
function entriesOf(path: string, isGiven: boolean): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isGiven) throw cannotRead(path, error);
    return [];
  }
}

function tooMany(folder: string): FencepostError {
  return new FencepostError('TOO_LARGE', `there are more than ${MOST_FILES.toLocaleString('en')} files in ${folder}`, {
    hint: 'name a folder of the project',
  });
}
