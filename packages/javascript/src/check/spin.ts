import { current } from '../world/current.js';

/**
 * Call this in a loop that waits: another iteration is useless until another thread changes what the loop has read.
 * Most such loops are recognised without it.
 */
export function spin(): void {
  current.run?.spin();
}
