import { REFERENCE_MODEL, withDaemons } from '@fencepost/core';
import { DEFAULT_CRITERION } from '@fencepost/linear';
import { inFile, usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { didYouMean } from '@fencepost/options';
import { extensionsInWords, frontEndOf } from './front-ends.js';
import type { LoadOptions, LoadedProgram, ReferencedProgram } from './loaded-program.js';

/** Loads the programs of a file with the front end for its extension. */
export async function loadPrograms(source: string, options: LoadOptions): Promise<ReferencedProgram[]> {
  const frontEnd = frontEndOf(source);
  if (frontEnd === undefined) {
    readText(source); // reports why it cannot be read
    throw usageError(
      `cannot check ${source}: it is neither a program to compile, nor a module, nor a litmus test`,
      `files to check end in ${extensionsInWords()}`,
    );
  }
  const loaded = await inFile(source, () => frontEnd.load(source, options));
  requireNames(loaded, source);
  requireStructures(loaded, options, source);
  return selected(loaded, options.testCases, source).map((each, index) => ({
    ...each,
    program: withDaemons(each.program, options.daemons),
    reference: { source, options: withoutTexts(options), index, digest: each.digest },
  }));
}

/** Requires distinct names, because reports and `replay --program` identify the programs of a file by name. */
function requireNames(loaded: readonly LoadedProgram[], source: string): void {
  const names = loaded.map(({ program }) => program.name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice === undefined) return;
  const count = names.filter((name) => name === twice).length;
  const kind = loaded[0]!.settings === undefined ? 'programs' : 'checks';
  throw usageError(`${source} has ${count} ${kind} called '${twice}'`, 'use a different name for each');
}

/** Throws if options for data structures would be ignored. */
function requireStructures(loaded: readonly LoadedProgram[], { criterion }: LoadOptions, source: string): void {
  const isAsked = criterion !== undefined && criterion !== DEFAULT_CRITERION;
  if (!isAsked || loaded.some(({ program }) => program.scenarios !== undefined)) return;
  // A rejected program reports its own error first.
  for (const { program } of loaded) program.refuse?.(REFERENCE_MODEL);
  throw usageError(`${source} has no data structure to check for '${criterion}'`, 'omit --criterion');
}

/** Returns the programs whose names match one of the patterns; without patterns, all. */
function selected(
  loaded: readonly LoadedProgram[],
  patterns: readonly string[],
  source: string,
): readonly LoadedProgram[] {
  if (patterns.length === 0) return loaded;
  const names = loaded.map(({ program }) => program.name);
  const found = loaded.filter(({ program }) => patterns.some((pattern) => matches(program.name, pattern)));
  if (found.length > 0) return found;
  const guess = patterns.map((pattern) => didYouMean(pattern, names)).find((each) => each !== undefined);
  const all = `there are ${names.map((name) => `'${name}'`).join(', ')}`;
  throw usageError(`nothing in ${source} is called '${patterns.join("' or '")}'`, guess ?? all);
}

function matches(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return name === pattern || new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/** Removes the texts: other threads read the files themselves. */
function withoutTexts({ texts: _, ...options }: LoadOptions): LoadOptions {
  return options;
}
