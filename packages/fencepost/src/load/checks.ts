import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withDaemons } from '@fencepost/core';
import { inFile, usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { checkSettings } from '../options/check-settings.js';
import type { LoadOptions, LoadedProgram } from './loaded-program.js';

export const HOW_TO_CHECK = "write: check('name', (t) => { … }), with check imported from 'fencepost'";

/** The checks of a test file. */
export async function loadChecks(path: string, options: LoadOptions): Promise<LoadedProgram[]> {
  readText(path); // says why, if it cannot be read
  const { include, unroll, alias, conditions, texts } = options;
  const javascript = await import('@fencepost/javascript');
  const { checks, digest, files } = await javascript.loadChecks(path, {
    include,
    ...(unroll !== undefined && { unroll }),
    ...(alias && { alias }),
    ...(conditions && { conditions }),
    ...(texts && { texts }),
  });
  if (checks.length === 0) throw usageError(`${path} has no checks`, HOW_TO_CHECK);
  const warnings = missingPackages(path, include);
  return inFile(path, () =>
    checks.map(({ name, settings: given, program }, i) => {
      const settings = checkSettings(name, given);
      return {
        ...{ source: path, program: withDaemons(program, settings.daemons ?? []), digest, settings, files },
        alone: checks.length === 1,
        // Once for the file.
        ...(i === 0 && warnings !== '' && { warnings }),
      };
    }),
  );
}

/** No error: a package that another brings along may be somewhere else. */
function missingPackages(path: string, include: readonly string[]): string {
  const isThere = (name: string): boolean => {
    for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
      if (existsSync(join(folder, 'node_modules', name))) return true;
      if (folder === dirname(folder)) return false;
    }
  };
  const missing = include.filter((name) => !isThere(name));
  return missing.map((name) => `${path}: --include ${name}: no node_modules has a package of that name\n`).join('');
}
