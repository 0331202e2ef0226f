import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, compiledProgram } from '@fencepost/c';
import { possibleRace } from '@fencepost/c/proofs';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { reachJointStates } from '@fencepost/explore';
import { Random } from '../random.js';
import { RandomProgram } from './program.js';

export interface Compared {
  /** Programs of which the analysis says that they have no race. */
  readonly proved: number;
  /** Of these, those that a search has gone through, or in which it has found a race. */
  readonly searched: number;
  /** Of the others that were searched, those that have no race either. */
  readonly missed: number;
  /** Programs with a race of which the analysis says that they have none. */
  readonly wrong: readonly string[];
}

/** Searches for races in random programs of which the analysis says that they have none, and in one of ten others. */
export async function compareRaces(seed: number, programs: number): Promise<Compared> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-races-'));
  const wrong: string[] = [];
  let [proved, searched, missed] = [0, 0, 0];
  for (let i = 0; i < programs; i++) {
    const file = join(folder, `program${seed + i}.c`);
    const text = new RandomProgram(new Random(seed + i)).text();
    writeFileSync(file, text);
    const isProved = (await possibleRace({ files: [file], flags: ['-w'] })) === undefined;
    if (isProved) proved++;
    else if (i % 10 > 0) continue;
    const program = compiledProgram(file, await build({ files: [file], flags: ['-w'], cache: false }));
    const { isRacy, isComplete } = search(program);
    if (!isProved) missed += !isRacy && isComplete ? 1 : 0;
    else if (isRacy) wrong.push(`program ${seed + i}:\n${text}`);
    if (isProved && (isRacy || isComplete)) searched++;
  }
  rmSync(folder, { recursive: true });
  return { proved, searched, missed, wrong };
}

/** Looks for a race under SC: in all joint states, if these are few, and else in executions. */
function search(program: Program): { readonly isRacy: boolean; readonly isComplete: boolean } {
  const until = performance.now() + 10_000;
  const { search: joint } = reachJointStates(program, {
    ...{ races: true, isEnough: () => false, depthFirst: true, seed: 1, mostStates: 1 << 18 },
    isStopped: ({ anyRace }) => anyRace || performance.now() > until,
  });
  if (joint.anyRace || (joint.isComplete && !joint.mayRace)) {
    return { isRacy: joint.anyRace, isComplete: joint.isComplete };
  }
  const [check] = checkProgram(program, { models: ['sc'], all: true, races: true, maxSeconds: 5 });
  const { failures, incomplete } = check!;
  return { isRacy: failures.some(({ kind }) => kind === 'data race'), isComplete: incomplete === null };
}
