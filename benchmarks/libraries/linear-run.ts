import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckReport } from 'fencepost';
import { checkFile } from 'fencepost';
import { REPOSITORY } from '../repository.js';
import type { LinearLibrary } from './linear-structures.js';

const FOLDER = join(REPOSITORY, 'benchmarks', 'libraries', 'linear');

/** A check of a library's structure under SC, TSO and RC11. */
export interface LinearFound {
  readonly checks: readonly CheckReport[];
  /** CPU time, compilation apart. */
  readonly seconds: number;
}

/** Checks the scenarios of a structure, for at most this many seconds. */
export async function linearFound({ file, flags, calls }: LinearLibrary, mostSeconds: number): Promise<LinearFound> {
  const start = process.cpuUsage();
  const report = await checkFile(join(FOLDER, file), {
    models: ['sc', 'tso', 'rc11'],
    maxTime: mostSeconds,
    compiler: [...flags, `-DCALLS=${calls}`],
  });
  // What the thread used that has just ended is known a little later.
  await pause(20);
  const { user, system } = process.cpuUsage(start);
  const [error] = report.errors ?? [];
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return { checks: report.checks, seconds: (user + system) / 1e6 };
}
