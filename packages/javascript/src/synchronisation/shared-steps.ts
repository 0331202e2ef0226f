import type { Transition } from '@fencepost/core';
import { current, theWorld } from '../world/running/current.js';
import { canBeTerminated } from './inbox.js';
import { knownState, plainStep } from './object-steps.js';
import { waitOrEnd } from './termination.js';

/** Like `plainStep`, but ends a worker that is terminated while it waits there. */
export function step(place: number, transition: Transition): number {
  const { ready } = transition;
  const { run } = current;
  const world = theWorld();
  if (ready === undefined || run === undefined || !canBeTerminated()) return plainStep(place, transition);
  // If the step is ready without other threads, they will soon let it proceed.
  if (ready(knownState(world, place))) return plainStep(place, transition);
  return waitOrEnd(run, place, { ...transition, ready });
}
