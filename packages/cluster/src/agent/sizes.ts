import type { Pulse } from './heartbeat.js';

/** Duration of the root job of a search, and number of jobs into which it is divided. */
const ROOT_MILLISECONDS = 200;
const ROOT_PIECES = 64;
/**
 * Minimum duration of a job, unless nothing is left to explore. Taking and committing a job costs some milliseconds.
 */
export const LEAST_MILLISECONDS = 200;
const SHORT_MILLISECONDS = 1000;
const LONG_MILLISECONDS = 60_000;

/** Interval at which an agent with idle threads looks for jobs. It grows with the number of threads of the cluster. */
const POLL_MILLISECONDS = 100;
const POLL_MILLISECONDS_PER_THREAD = 0.1;

type Supply = Pick<Pulse, 'waiting' | 'threads' | 'idle'>;

/** Whether there are fewer waiting jobs than the threads will soon need. */
export function isStarving({ waiting, threads, idle }: Supply): boolean {
  return waiting < Math.max(1, threads / 2) || (idle > 0 && waiting === 0);
}

/** Returns the time to explore a job. It grows with the number of waiting jobs. */
export function budgetOf(isRoot: boolean, supply: Supply): number {
  if (isRoot) return ROOT_MILLISECONDS;
  if (isStarving(supply)) return SHORT_MILLISECONDS;
  const share = Math.min(1, supply.waiting / (4 * supply.threads));
  return SHORT_MILLISECONDS + share * (LONG_MILLISECONDS - SHORT_MILLISECONDS);
}

/** Returns the number of jobs into which to divide the rest. */
export function piecesOf(isRoot: boolean, supply: Supply): number {
  if (isRoot) return ROOT_PIECES;
  if (isStarving(supply)) return 8;
  return supply.waiting > 4 * supply.threads ? 1 : 2;
}

/** Returns how many of an agent's busy threads should end their jobs early, so that idle threads get the rest. */
export function sharersOf(busy: number, { waiting, threads, idle }: Supply): number {
  const missing = idle - waiting;
  if (missing <= 0) return 0;
  // All agents see the same numbers. In total, as many threads should end as jobs are missing.
  return Math.min(busy, (busy * missing) / Math.max(1, threads - idle));
}

/** Returns how long an agent with idle threads waits before it looks for jobs again. */
export function lookMilliseconds(threads: number): number {
  return POLL_MILLISECONDS + POLL_MILLISECONDS_PER_THREAD * threads;
}
