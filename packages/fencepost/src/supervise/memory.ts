import { totalmem } from 'node:os';

const MEGABYTE = 1 << 20;
/** Of the machine's memory, or of what the process may have. */
const PART = 0.75;

/** How much memory may be used unless somebody says so, in megabytes. */
export function defaultMemory(): number {
  const all = totalmem();
  // Node 20.12 and later; 0 or more than there is: no limit.
  const allowed = process.constrainedMemory();
  const most = allowed > 0 && allowed < all ? allowed : all;
  return Math.floor((PART * most) / MEGABYTE);
}

/** What the process uses now, in megabytes. */
export function memoryUsed(): number {
  return process.memoryUsage.rss() / MEGABYTE;
}
