import { isFencepostError, requireProgram } from '@fencepost/core';
import { usageError } from '../errors.js';
import type { FrontEnd } from './front-end.js';
import { FRONT_ENDS } from './front-ends.js';
import type { LoadedProgram } from './loaded-program.js';

/** An extension as returned by `extname`. */
const EXTENSION = /^\.[^./\\\s]+$/;

/**
 * Wraps a user-defined front end and validates its result: a file without programs must not be reported as safe, and an
 * error in the front end is not a bug in Fencepost.
 */
export function checkedFrontEnd(frontEnd: FrontEnd): FrontEnd {
  const { name, extensions } = frontEnd;
  if (extensions.length === 0) throw usageError(`the front end '${name}' has no extensions`);
  for (const extension of extensions) checkExtension(extension, name);
  return {
    ...frontEnd,
    load: async (file, options) => {
      let loaded: unknown;
      try {
        loaded = await frontEnd.load(file, options);
      } catch (error) {
        if (isFencepostError(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        const hint = 'a front end reports errors in a file by throwing a FencepostError';
        throw usageError(`the front end '${name}' cannot load ${file}: ${reason}`, hint);
      }
      return programsOf(loaded, file, name);
    },
  };
}

function checkExtension(extension: string, name: string): void {
  if (!EXTENSION.test(extension)) {
    throw usageError(
      `'${extension}' is not an extension of files`,
      "an extension starts with the last dot of the name: '.toy'",
    );
  }
  const other = FRONT_ENDS.all().find(({ extensions }) => extensions.includes(extension));
  if (other !== undefined && other.name !== name) {
    throw usageError(`the front end '${name}' cannot load ${extension}: the front end '${other.name}' does already`);
  }
}

function programsOf(loaded: unknown, file: string, name: string): readonly LoadedProgram[] {
  const isList = Array.isArray(loaded) && loaded.every((each) => typeof each === 'object' && each !== null);
  if (!isList) {
    throw usageError(
      `the front end '${name}' does not return a list of programs`,
      'its load() returns [{ source, program, … }]',
    );
  }
  if (loaded.length === 0) throw usageError(`${file} has no programs`, `the front end '${name}' found none`);
  const programs = loaded as LoadedProgram[];
  for (const { program } of programs) requireProgram(program);
  return programs;
}
