import { totalmem } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { MEMORY_LOOK_MS } from './periods.js';

const MEGABYTE = 1 << 20;
/** Of the machine's memory, or of what the process may have. */
const PART = 0.75;
/** Of the memory that may be used, how much V8 may take: more than all, as it would end the process, not the thread. */
const HEADROOM = 4;

/** The default memory limit, in megabytes. */
export function defaultMemory(): number {
  const all = totalmem();
  // Node 20.12 and later; 0 or more than there is: no limit.
  const allowed = process.constrainedMemory();
  const most = allowed > 0 && allowed < all ? allowed : all;
  return Math.floor((PART * most) / MEGABYTE);
}

/** The heap limits of a thread, given the memory limit of the process in megabytes. */
export function heapLimits(megabytes: number): ResourceLimits {
  return { maxOldGenerationSizeMb: HEADROOM * megabytes };
}

/** Calls back regularly while the process uses more than that, until the returned function is called. */
export function watchMemory(megabytes: number, callBack: () => void): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > megabytes * MEGABYTE) callBack();
  }, MEMORY_LOOK_MS);
  // What waits for the thread keeps the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
