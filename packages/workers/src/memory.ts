import { totalmem } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { MEMORY_LOOK_MS } from './periods.js';

const MEGABYTE = 1 << 20;
/** Share of the machine's memory, or of the memory available to the process. */
const PART = 0.75;
/**
 * Factor by which V8's limit exceeds the memory limit: on reaching its own limit, V8 would end the process, not the
 * thread.
 */
const HEADROOM = 4;

/** Returns the default memory limit, in megabytes. */
export function defaultMemory(): number {
  const all = totalmem();
  // Needs Node 20.12; 0 or more than the machine has means no limit.
  const allowed = process.constrainedMemory();
  const most = allowed > 0 && allowed < all ? allowed : all;
  return Math.floor((PART * most) / MEGABYTE);
}

/** Returns the heap limits of a thread, given the memory limit of the process in megabytes. */
export function heapLimits(megabytes: number): ResourceLimits {
  return { maxOldGenerationSizeMb: HEADROOM * megabytes };
}

/** Calls back regularly while the process uses more memory, until the returned function is called. */
export function watchMemory(megabytes: number, callBack: () => void): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > megabytes * MEGABYTE) callBack();
  }, MEMORY_LOOK_MS);
  // The code that waits for the thread keeps the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
