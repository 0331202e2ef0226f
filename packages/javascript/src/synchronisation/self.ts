import { current } from '../world/running/current.js';

/** Returns the handle of the running thread; 0 for set-up code. */
export function self(): number {
  return current.run?.thread ?? 0;
}
