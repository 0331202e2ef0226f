import { possibleRace } from '@fencepost/c/proofs';
import { checkProgram } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { reachJointStates } from '@fencepost/explore';
import { Random } from '../random.js';
import type { Proof, Searched } from './compare.js';
import { RandomProgram } from './race-program.js';

/** The proof that programs have no data race. */
export const RACES: Proof = {
  failure: 'data race',
  programOf: (seed) => new RandomProgram(new Random(seed)).text(),
  possible: possibleRace,
  search,
};

/** Looks for a race under SC: in all joint states, if these are few, and else in executions. */
function search(program: Program): Searched {
  const until = performance.now() + 10_000;
  const { search: joint } = reachJointStates(program, {
    ...{ races: true, isEnough: () => false, depthFirst: true, seed: 1, mostStates: 1 << 18 },
    isStopped: ({ anyRace }) => anyRace || performance.now() > until,
  });
  if (joint.anyRace || (joint.isComplete && !joint.mayRace)) {
    return { fails: joint.anyRace, isComplete: joint.isComplete };
  }
  const [check] = checkProgram(program, { models: ['sc'], all: true, races: true, maxSeconds: 5 });
  const { failures, incomplete } = check!;
  return { fails: failures.some(({ kind }) => kind === 'data race'), isComplete: incomplete === null };
}
