import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { FencepostError } from '@fencepost/core';
import { usageError } from '../toolchain/errors.js';
import { languageOf } from '../toolchain/language.js';
import { splitCommand } from './command-line.js';
import type { CompileCommand } from './compile-command.js';

/** The commands by which a project compiles its files: `compile_commands.json`. */
export interface CompilationDatabase {
  readonly path: string;
  readonly commands: readonly CompileCommand[];
}

/** The command for a source. */
export interface FoundCommand {
  readonly command: CompileCommand;
  /** Whether it is the command of this source itself, not of a similar one. */
  readonly isOwn: boolean;
  /** Note to the user about the choice. */
  readonly note?: string;
}

const NAME = 'compile_commands.json';
/** Paths where build systems put it, relative to a folder of the project. */
const PLACES = [NAME, join('build', NAME)];
const FORMAT = 'https://clang.llvm.org/docs/JSONCompilationDatabase.html';

/** Finds the database nearest to a source: in one of the folders above it, or in their `build` folder. */
export function findDatabase(source: string): CompilationDatabase | undefined {
  for (let folder = dirname(resolve(source)); ; folder = dirname(folder)) {
    const found = PLACES.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return readDatabase(found);
    if (folder === dirname(folder)) return undefined;
  }
}

/** Reads a database. `path`: the file, or its folder. */
export function readDatabase(path: string): CompilationDatabase {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(path, NAME) : path;
  // Reading from a pipe may never end.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw usageError(`cannot read ${file}: it is not a file`, 'write the compile commands to a file first');
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw usageError(
      `there are no compile commands in ${file}`,
      `CMake writes ${NAME} with CMAKE_EXPORT_COMPILE_COMMANDS`,
    );
  }
  return { path: file, commands: entriesOf(text, file).map((entry, i) => commandOf(entry, i, file)) };
}

function entriesOf(text: string, file: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(file, `it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(value)) throw broken(file, 'it is not a list');
  return value;
}

function commandOf(entry: unknown, index: number, database: string): CompileCommand {
  const { directory, file, command, arguments: words } = Object(entry) as Record<string, unknown>;
  const isComplete = typeof file === 'string' && (typeof command === 'string' || isWords(words));
  if (!isComplete) throw broken(database, `entry ${index + 1} lacks a file, or its command or arguments`);
  // Relative folders are not allowed, but some tools write them.
  const folder = resolve(dirname(database), typeof directory === 'string' ? directory : '.');
  return {
    file: resolve(folder, file),
    directory: folder,
    words: isWords(words) ? words : splitCommand(command as string),
  };
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function broken(file: string, why: string): FencepostError {
  return usageError(`${file} is not a list of compile commands: ${why}`, `see ${FORMAT}, or --compile-commands none`);
}

/** Returns the command for this source. If it has none, returns that of the most similar file. */
export function commandFor({ path, commands }: CompilationDatabase, source: string): FoundCommand | undefined {
  const given = resolve(source);
  const real = realPath(given);
  const names = new Set([basename(given), basename(real)]);
  const own = commands.filter(({ file }) => file === given || (names.has(basename(file)) && realPath(file) === real));
  const [first] = own;
  if (first !== undefined) {
    const differ =
      new Set(own.map(({ words }) => JSON.stringify(words.filter((word) => !word.endsWith('.o'))))).size > 1;
    return {
      command: first,
      isOwn: true,
      ...(differ && { note: `${source} is compiled in several ways: the first entry of ${path} is used` }),
    };
  }
  const similar = commands.toSorted((a, b) => likeness(b.file, real) - likeness(a.file, real))[0];
  if (similar === undefined) return undefined;
  return {
    command: similar,
    isOwn: false,
    note: `${source} has no entry in ${path}: it is compiled with the flags of ${relative('', similar.file)}`,
  };
}

/** Rates the similarity of two files: files of one language, and files in nearby folders, are compiled alike. */
function likeness(a: string, b: string): number {
  const [these, those] = [a, b].map((path) => dirname(path).split(sep)) as [string[], string[]];
  const apart = these.findIndex((name, i) => name !== those[i]);
  const shared = apart < 0 ? these.length : apart;
  const distance = these.length + those.length - 2 * shared;
  return (languageOf(a) === languageOf(b) ? 1000 : 0) - 2 * distance + (stem(a) === stem(b) ? 1 : 0);
}

/** Returns `queue` for queue.c, queue_test.cpp and test-queue.cc. */
function stem(path: string): string {
  return basename(path)
    .replace(/\.\w+$/, '')
    .replace(/[_-]?tests?$|^tests?[_-]/i, '');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
