import { current } from '../world/current.js';

/**
 * In a loop that waits: going round again is no use until another thread changes what the loop has read. Most such loops
 * are recognised without it.
 */
export function spin(): void {
  current.run?.spin();
}
