import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exploredResults } from './explored.js';
import { NativeRunner } from './native.js';
import { timedProgram } from './program.js';

/** The results for several programs. */
export interface Comparison {
  compared: number;
  /** Number of programs whose search was abandoned. */
  incomplete: number;
  /** Number of distinct results of real Node, and of the search, over all programs compared. */
  real: number;
  explored: number;
  readonly differences: string[];
}

/** Runs random programs with timers and messages on real Node. Each result must be among those of the search. */
export async function compareTimers(
  seed: number,
  programs: number,
  runs: number,
  onProgram: (seed: number, so: Comparison) => void = () => undefined,
): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-timers-'));
  const native = new NativeRunner(folder);
  const so: Comparison = { compared: 0, incomplete: 0, real: 0, explored: 0, differences: [] };
  try {
    for (let each = seed; each < seed + programs; each++) {
      const program = timedProgram(each);
      const { results, incomplete, failures } = await exploredResults(program, folder, `program${each}`);
      const found = await native.results(program, runs);
      const missing = found.filter((result) => !results.has(result));
      if (failures.length > 0) so.differences.push(`seed ${each}: ${failures.join()} ${JSON.stringify(program)}`);
      else if (missing.length > 0 && incomplete === '')
        so.differences.push(`seed ${each}: ${missing.join(' and ')} is not found: ${JSON.stringify(program)}`);
      if (incomplete !== '') so.incomplete++;
      else {
        so.compared++;
        so.real += found.length;
        so.explored += results.size;
      }
      onProgram(each, so);
    }
  } finally {
    await native.close();
    rmSync(folder, { recursive: true });
  }
  return so;
}
