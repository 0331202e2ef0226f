import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Program } from '@fencepost/core';
import { isFencepostError, refusedProgram, withDaemons } from '@fencepost/core';
import { inFile, usageError } from '../errors.js';
import { readText } from '../files/files.js';
import type { ReadCheckSettings } from '../options/check-settings.js';
import { checkSettings } from '../options/check-settings.js';
import type { LoadOptions, LoadedProgram } from './loaded-program.js';

export const HOW_TO_CHECK = "write: check('name', (t) => { … }), with check imported from 'fencepost'";

/** Loads the checks of a test file. */
export async function loadChecks(path: string, options: LoadOptions): Promise<LoadedProgram[]> {
  readText(path); // reports why it cannot be read
  const { include, exclude } = options;
  const javascript = await import('@fencepost/javascript');
  const { checks, digest, files } = await javascript.loadChecks(path, options);
  if (checks.length === 0) throw usageError(`${path} has no checks`, HOW_TO_CHECK);
  const read = (name: string, given: unknown, { scenarios }: Program): ReadCheckSettings =>
    checkSettings(name, given, scenarios === undefined ? [] : javascript.SCENARIO_SETTINGS);
  const warnings = missingPackages(path, 'include', include) + missingPackages(path, 'exclude', exclude);
  return Promise.all(
    checks.map(async ({ name, settings: given, program }, i) => ({
      ...(await inFile(path, () => withSettings(read(name, given, program), program)).catch((error: unknown) => {
        // An error in one check does not affect the others.
        if (isFencepostError(error)) return withSettings({}, refusedProgram(name, error, program.standard));
        throw error;
      })),
      ...{ source: path, digest, files, alone: checks.length === 1 },
      // Reported once per file.
      ...(i === 0 && warnings !== '' && { warnings }),
    })),
  );
}

function withSettings(
  settings: ReadCheckSettings,
  program: Program,
): { readonly settings: ReadCheckSettings; readonly program: Program } {
  return { settings, program: withDaemons(program, settings.daemons ?? []) };
}

/** Returns a warning, not an error: a package that is a dependency of another may be elsewhere. */
function missingPackages(path: string, option: string, names: readonly string[]): string {
  const isThere = (name: string): boolean => {
    for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
      if (existsSync(join(folder, 'node_modules', name))) return true;
      if (folder === dirname(folder)) return false;
    }
  };
  const missing = names.filter((name) => !name.includes('*') && !isThere(name));
  return missing.map((name) => `${path}: --${option} ${name}: no node_modules has a package of that name\n`).join('');
}
