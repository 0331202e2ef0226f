import type { Transition } from '@fencepost/core';
import { current, theWorld } from '../world/current.js';
import { canBeTerminated } from './inbox.js';
import { knownState, plainStep } from './object-steps.js';
import { waitOrEnd } from './termination.js';

/** Like `plainStep`; a worker that may be terminated while it waits there ends then. */
export function step(place: number, transition: Transition): number {
  const { ready } = transition;
  const { run } = current;
  const world = theWorld();
  if (ready === undefined || run === undefined || !canBeTerminated()) return plainStep(place, transition);
  // If it need not wait when alone, other threads will soon let it pass.
  if (ready(knownState(world, place))) return plainStep(place, transition);
  return waitOrEnd(run, place, { ...transition, ready });
}
