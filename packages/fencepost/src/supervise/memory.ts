import { totalmem } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';

const MEGABYTE = 1 << 20;
/** Of the machine's memory, or of what the process may have. */
const PART = 0.75;
/** Of the memory that may be used, how much V8 may take: more than all, as it would end the process, not the thread. */
const HEADROOM = 4;
const LOOK_MILLISECONDS = 50;

/** How much memory may be used unless somebody says so, in megabytes. */
export function defaultMemory(): number {
  const all = totalmem();
  // Node 20.12 and later; 0 or more than there is: no limit.
  const allowed = process.constrainedMemory();
  const most = allowed > 0 && allowed < all ? allowed : all;
  return Math.floor((PART * most) / MEGABYTE);
}

/** What V8 may take in a thread of a process that may use so many megabytes. */
export function heapLimits(megabytes: number): ResourceLimits {
  return { maxOldGenerationSizeMb: HEADROOM * megabytes };
}

/** Calls back, now and then, while the process uses more; until the function that it returns is called. */
export function watchMemory(megabytes: number, callBack: () => void): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > megabytes * MEGABYTE) callBack();
  }, LOOK_MILLISECONDS);
  // Whoever waits for what uses it keeps the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
