import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BOUNDS, build, structureProgram, structuresOf } from '@fencepost/c';
import type { ModelName, Program } from '@fencepost/core';
import type { CheckReport } from 'fencepost';
import { checkFile } from 'fencepost';

/** Folder of the sources: beside this file or, if it was compiled, the folder of the same name beside `dist`. */
const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = HERE.includes('dist') ? join(HERE, '..', '..', 'linear') : HERE;

/** The part of a structure to check. */
export interface Examined {
  readonly file: string;
  readonly flags: readonly string[];
  readonly calls: number;
  readonly threads: number;
  readonly models: readonly ModelName[];
  readonly seconds: number;
  readonly jobs?: number;
}

/** Checks the scenarios up to a size, within a time limit. */
export async function examine(examined: Examined): Promise<readonly CheckReport[]> {
  const { file, flags, calls, threads, models, seconds, jobs = 1 } = examined;
  const report = await checkFile(join(FOLDER, file), {
    ...{ models, jobs, maxTime: seconds },
    compiler: [...sizeFlags(calls, threads), ...flags],
  });
  const [error] = report.errors ?? [];
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return report.checks;
}

/** Returns the program that stands for all scenarios up to a size. */
export async function programOf(
  file: string,
  flags: readonly string[],
  calls: number,
  threads: number,
): Promise<Program> {
  const built = await build({ files: [join(FOLDER, file)], flags: [...sizeFlags(calls, threads), ...flags] });
  return structureProgram(structuresOf(built, DEFAULT_BOUNDS)![0]!, built, DEFAULT_BOUNDS);
}

function sizeFlags(calls: number, threads: number): string[] {
  return [`-DCALLS=${calls}`, `-DTHREADS=${threads}`];
}

/** Returns the calls of the failing scenario that a check shows; undefined if none fails. */
export function failingCalls({ verdict, scenarios }: CheckReport): number | undefined {
  if (verdict !== 'failing') return undefined;
  return scenarios!
    .shown!.split(': ')[1]!
    .split(/; | \| /)
    .filter((call) => call !== '-').length;
}
