import { current } from '../world/running/current.js';

/**
 * Marks an iteration of a loop that waits: another iteration is useless until another thread changes a value that the
 * loop has read. Most such loops are recognised without this call.
 */
export function spin(): void {
  current.run?.spin();
}
