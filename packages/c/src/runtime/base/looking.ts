import type { MemoryOrder, Site, Transition } from '@fencepost/core';
import { afterLook, cut, look, transform, tryLock } from '@fencepost/core';
import type { Steps } from './services.js';

/**
 * Performs a step that is preceded by a load, as in glibc. If the load shows that there is nothing to do, the step is
 * skipped, and nothing is drained. `order`: memory order of the load, which matters if the step is skipped. Returns the
 * old state.
 *
 * An execution in which the step finds another state than the load is not followed: the load could have been made later,
 * just before the step, and there is an execution in which it is. For the same reason, a look before its step does not
 * count for robustness (`afterLook`).
 */
export function* unlessIdle(
  place: number,
  step: Transition,
  isIdle: (state: number) => boolean,
  order: MemoryOrder,
  site: Site | undefined,
): Steps<number> {
  const seen = yield look(place, step, order, site);
  if (isIdle(seen)) return seen;
  const old = yield afterLook(transform(place, step, site));
  if (old !== seen) yield cut(site, false);
  return old;
}

/** Takes the mutex at a place if a load shows that it is free. */
export function* tryIfFree(place: number, site: Site | undefined): Steps<boolean> {
  if ((yield look(place, undefined, 'relaxed', site)) !== 0) return false;
  if ((yield afterLook(tryLock(place, site))) !== 0) yield cut(site, false);
  return true;
}
