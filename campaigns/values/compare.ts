import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, compiledProgram } from '@fencepost/c';
import { possibleFailure } from '@fencepost/c/proofs';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { reachJointStates } from '@fencepost/explore';
import { Random } from '../random.js';
import { RandomProgram } from './program.js';

export interface Compared {
  /** Programs of which the analysis says that their assertion cannot fail. */
  readonly proved: number;
  /** Of these, those that a search has gone through, or in which it has seen a failure. */
  readonly searched: number;
  /** Of the others that were searched, those whose assertion fails, and those whose assertion does not. */
  readonly failing: number;
  readonly missed: number;
  /** Programs with a failure of which the analysis says that they have none. */
  readonly wrong: readonly string[];
}

/** Searches for failures in random programs of which the analysis says that they have none, and in one of ten others. */
export async function compareValues(seed: number, programs: number): Promise<Compared> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-values-'));
  const wrong: string[] = [];
  let [proved, searched, failing, missed] = [0, 0, 0, 0];
  for (let i = 0; i < programs; i++) {
    const file = join(folder, `program${seed + i}.c`);
    const text = new RandomProgram(new Random(seed + i)).text();
    writeFileSync(file, text);
    const isProved = (await possibleFailure({ files: [file], flags: ['-w'] })) === undefined;
    if (isProved) proved++;
    else if (i % 10 > 0) continue;
    const program = compiledProgram(file, await build({ files: [file], flags: ['-w'], cache: false }));
    const { fails, isComplete } = search(program);
    if (isProved) searched += fails || isComplete ? 1 : 0;
    else if (fails) failing++;
    else if (isComplete) missed++;
    if (isProved && fails) wrong.push(`program ${seed + i}:\n${text}`);
  }
  rmSync(folder, { recursive: true });
  return { proved, searched, failing, missed, wrong };
}

/** Looks for a failing assertion under SC: in all joint states, if these are few, and else in executions. */
function search(program: Program): { readonly fails: boolean; readonly isComplete: boolean } {
  const until = performance.now() + 4000;
  const isFailure = ({ kind }: { readonly kind: string }): boolean => kind === 'assertion';
  const { search: joint } = reachJointStates(program, {
    ...{ races: false, isEnough: isFailure, depthFirst: true, seed: 1, mostStates: 1 << 17 },
    isStopped: () => performance.now() > until,
  });
  if (joint.failures.some(({ failure }) => isFailure(failure))) return { fails: true, isComplete: true };
  if (joint.isComplete) return { fails: false, isComplete: true };
  const [check] = checkProgram(program, { models: ['sc'], all: true, maxSeconds: 3 });
  return { fails: check!.failures.some(isFailure), isComplete: check!.incomplete === null };
}
