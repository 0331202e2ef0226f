import { possibleFailure } from '@fencepost/c/proofs';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { reachJointStates } from '@fencepost/explore';
import { Random } from '../random.js';
import type { Proof, Searched } from './compare.js';
import { RandomProgram } from './value-program.js';

/** The proof that no assertion of a program can fail. */
export const VALUES: Proof = {
  failure: 'failing assertion',
  programOf: (seed) => new RandomProgram(new Random(seed)).text(),
  possible: possibleFailure,
  search,
};

/** Looks for a failing assertion under SC: in all joint states, if these are few, and else in executions. */
function search(program: Program): Searched {
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
