import { Random } from '@fencepost/core';

const SEED = 0x2545f491;

/** The random numbers of a world: the same ones in each, as a run of a thread must be a function of its results. */
export function worldRandom(): Random {
  return new Random(SEED);
}
