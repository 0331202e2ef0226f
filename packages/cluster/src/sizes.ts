import type { Pulse } from './pulse.js';

/** The first job of a search only finds out what there is; it is divided into many. */
const ROOT_MILLISECONDS = 200;
const ROOT_PIECES = 64;
/** No job is shorter, unless there is nothing more to explore: to take and commit one costs some milliseconds. */
export const LEAST_MILLISECONDS = 200;
const SHORT_MILLISECONDS = 1000;
const LONG_MILLISECONDS = 60_000;

/** An agent with idle threads looks for jobs so often, and less often the more threads there are in all. */
const POLL_MILLISECONDS = 100;
const LOOK_MILLISECONDS_PER_THREAD = 0.1;

type Supply = Pick<Pulse, 'waiting' | 'threads' | 'idle'>;

/** Is there less to do than there are threads? */
export function isStarving({ waiting, threads, idle }: Supply): boolean {
  return waiting < Math.max(1, threads / 2) || (idle > 0 && waiting === 0);
}

/** How long to explore: the more jobs wait, the longer. Where too few do, whoever explores is told to hurry. */
export function budgetOf(isRoot: boolean, supply: Supply): number {
  if (isRoot) return ROOT_MILLISECONDS;
  if (isStarving(supply)) return SHORT_MILLISECONDS;
  const share = Math.min(1, supply.waiting / (4 * supply.threads));
  return SHORT_MILLISECONDS + share * (LONG_MILLISECONDS - SHORT_MILLISECONDS);
}

/** Into how many jobs to divide what is left. */
export function piecesOf(isRoot: boolean, supply: Supply): number {
  if (isRoot) return ROOT_PIECES;
  if (isStarving(supply)) return 8;
  return supply.waiting > 4 * supply.threads ? 1 : 2;
}

/** How many of an agent's busy threads should return what is left of their jobs, as others have nothing to do. */
export function sharersOf(busy: number, { waiting, threads, idle }: Supply): number {
  const missing = idle - waiting;
  if (missing <= 0) return 0;
  // Each agent hears the same: together, about as many threads as are missing jobs should end.
  return Math.min(busy, (busy * missing) / Math.max(1, threads - idle));
}

/** After how long an agent with idle threads looks for jobs again. */
export function lookMilliseconds(threads: number): number {
  return POLL_MILLISECONDS + LOOK_MILLISECONDS_PER_THREAD * threads;
}
