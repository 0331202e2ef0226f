import { withDaemons } from '@fencepost/core';
import { inFile, usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { extensionsInWords, frontEndOf } from './front-ends.js';
import type { LoadOptions, LoadedProgram, ReferencedProgram } from './loaded-program.js';

/** The programs of a file, by the front end for its extension. */
export async function loadPrograms(source: string, options: LoadOptions): Promise<ReferencedProgram[]> {
  const frontEnd = frontEndOf(source);
  if (frontEnd === undefined) {
    readText(source); // says why, if it cannot be read
    throw usageError(
      `cannot check ${source}: it is neither a program to compile, nor a module, nor a litmus test`,
      `files to check end in ${extensionsInWords()}`,
    );
  }
  const loaded = await inFile(source, () => frontEnd.load(source, options));
  requireNames(loaded, source);
  return loaded.map((each, index) => ({
    ...each,
    program: withDaemons(each.program, options.daemons ?? []),
    reference: { source, options: onlyLoadOptions(options), index, digest: each.digest },
  }));
}

/** Reports and `replay --program` tell the programs of a file apart by name. */
function requireNames(loaded: readonly LoadedProgram[], source: string): void {
  const names = loaded.map(({ program }) => program.name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice === undefined) return;
  const count = names.filter((name) => name === twice).length;
  const kind = loaded[0]!.settings === undefined ? 'programs' : 'checks';
  throw usageError(`${source} has ${count} ${kind} called '${twice}'`, 'give each a name of its own');
}

/** Callers hand over all they were asked for. */
function onlyLoadOptions(options: LoadOptions): LoadOptions {
  const { unroll, spurious, failOnExit, compiler, include, daemons, prebuilt, alias, conditions } = options;
  return {
    ...{ unroll, spurious, failOnExit, compiler, include },
    ...(daemons && { daemons }),
    ...(prebuilt !== undefined && { prebuilt }),
    ...(alias && { alias }),
    ...(conditions && { conditions }),
  };
}
