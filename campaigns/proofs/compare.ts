import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, compiledProgram } from '@fencepost/c';
import type { IrSources } from '@fencepost/c/proofs';
import type { Program } from '@fencepost/core';

/** A search of a program: whether it has found a failure, and whether it has gone through the whole program. */
export interface Searched {
  readonly fails: boolean;
  readonly isComplete: boolean;
}

/** A proof that programs have no failure of some kind, and what it is compared with. */
export interface Proof {
  /** The kind of failure. */
  readonly failure: string;
  /** Returns a random program in C. */
  readonly programOf: (seed: number) => string;
  /** Returns undefined if the program cannot fail. */
  readonly possible: (sources: IrSources) => Promise<unknown>;
  readonly search: (program: Program) => Searched;
}

export interface Compared {
  /** Programs without a failure, by the proof. */
  readonly proved: number;
  /** Of these, those that a search has gone through, or in which it has found a failure. */
  readonly searched: number;
  /** Of the others that were searched, those that fail, and those that do not. */
  readonly failing: number;
  readonly missed: number;
  /** Programs that fail, and are without a failure by the proof. */
  readonly wrong: readonly string[];
}

/** Searches for failures in random programs that have none by the proof, and in one of ten others. */
export async function compareProof(proof: Proof, seed: number, programs: number): Promise<Compared> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-proofs-'));
  const wrong: string[] = [];
  let [proved, searched, failing, missed] = [0, 0, 0, 0];
  for (let i = 0; i < programs; i++) {
    const file = join(folder, `program${seed + i}.c`);
    const text = proof.programOf(seed + i);
    writeFileSync(file, text);
    const sources = { files: [file], flags: ['-w'] };
    const isProved = (await proof.possible(sources)) === undefined;
    if (isProved) proved++;
    else if (i % 10 > 0) continue;
    const { fails, isComplete } = proof.search(compiledProgram(file, await build({ ...sources, cache: false })));
    if (isProved) searched += fails || isComplete ? 1 : 0;
    else if (fails) failing++;
    else if (isComplete) missed++;
    if (isProved && fails) wrong.push(`program ${seed + i}:\n${text}`);
  }
  rmSync(folder, { recursive: true });
  return { proved, searched, failing, missed, wrong };
}
