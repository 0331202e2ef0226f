import { extname } from 'node:path';
import { JAVASCRIPT_FRONT_END } from '@fencepost/javascript/options';
import { usageError } from '../errors.js';
import { readText } from '../files/files.js';
import { importModule } from '../files/import-module.js';
import { HOW_TO_CHECK, loadChecks } from './checks.js';
import { exportedPrograms } from './exported-programs.js';
import type { FrontEnd } from './front-end.js';
import type { LoadOptions, LoadedProgram } from './loaded-program.js';
import { digestOf } from './loaded-program.js';

/** Modules that may export programs. */
const EXPORTING = ['.js', '.mjs', '.ts', '.mts'];

/** Test files with checks, and modules that export programs made by `program()`. */
export const JAVASCRIPT = { ...JAVASCRIPT_FRONT_END, load } as const satisfies FrontEnd;

async function load(source: string, options: LoadOptions): Promise<readonly LoadedProgram[]> {
  const text = readText(source);
  if (await hasChecks(text)) return loadChecks(source, options);
  if (!EXPORTING.includes(extname(source))) throw usageError(`${source} has no checks`, HOW_TO_CHECK);
  // The whole application of a first user, perhaps.
  const advice = text.includes('fencepost') ? undefined : `it has no check: ${HOW_TO_CHECK}`;
  const programs = exportedPrograms(await importModule(source, 'the module', advice), source);
  const digest = digestOf(text);
  return programs.map((program) => ({ source, program, digest, alone: programs.length === 1 }));
}

async function hasChecks(text: string): Promise<boolean> {
  // Almost every module that exports programs can be distinguished from a test file without loading the front end.
  if (!/\b(?:check|linearizable|orders)\b/.test(text)) return false;
  return (await import('@fencepost/javascript')).isCheckFile(text);
}
