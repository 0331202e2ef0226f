import type { Pulse } from './heartbeat.js';

/** The root job of a search is short, and divided into many. */
const ROOT_MILLISECONDS = 200;
const ROOT_PIECES = 64;
/** The minimum, unless nothing is left to explore: taking and committing a job costs some milliseconds. */
export const LEAST_MILLISECONDS = 200;
const SHORT_MILLISECONDS = 1000;
const LONG_MILLISECONDS = 60_000;

/** How often an agent with idle threads looks for jobs: less often the more threads the cluster has. */
const POLL_MILLISECONDS = 100;
const POLL_MILLISECONDS_PER_THREAD = 0.1;

type Supply = Pick<Pulse, 'waiting' | 'threads' | 'idle'>;

/** Are there fewer waiting jobs than the threads will soon need? */
export function isStarving({ waiting, threads, idle }: Supply): boolean {
  return waiting < Math.max(1, threads / 2) || (idle > 0 && waiting === 0);
}

/** How long to explore: the longer, the more jobs wait. */
export function budgetOf(isRoot: boolean, supply: Supply): number {
  if (isRoot) return ROOT_MILLISECONDS;
  if (isStarving(supply)) return SHORT_MILLISECONDS;
  const share = Math.min(1, supply.waiting / (4 * supply.threads));
  return SHORT_MILLISECONDS + share * (LONG_MILLISECONDS - SHORT_MILLISECONDS);
}

/** Into how many jobs to divide the rest. */
export function piecesOf(isRoot: boolean, supply: Supply): number {
  if (isRoot) return ROOT_PIECES;
  if (isStarving(supply)) return 8;
  return supply.waiting > 4 * supply.threads ? 1 : 2;
}

/** How many of an agent's busy threads should end their jobs early, to give the rest to idle threads. */
export function sharersOf(busy: number, { waiting, threads, idle }: Supply): number {
  const missing = idle - waiting;
  if (missing <= 0) return 0;
  // All agents see the same numbers. Together, as many threads should end as jobs are missing.
  return Math.min(busy, (busy * missing) / Math.max(1, threads - idle));
}

/** How long an agent with idle threads waits before it looks for jobs again. */
export function lookMilliseconds(threads: number): number {
  return POLL_MILLISECONDS + POLL_MILLISECONDS_PER_THREAD * threads;
}
