// Types for users who may not have the database packages installed: this file does not import them.
import type { SearchKey } from './protocol.js';

export type { Policy, Run, RunSearch, RunStatus, SearchKey } from './protocol.js';

/** The progress of a run. */
export interface Status {
  readonly searches: readonly SearchStatus[];
  readonly jobs: { readonly waiting: number; readonly active: number; readonly dead: readonly DeadJob[] };
  readonly agents: { readonly agents: number; readonly threads: number; readonly idle: number };
  /** Executions per second, over the last ten seconds. */
  readonly rate: number;
  /** Estimated seconds until everything is explored, at this rate; null if unknown. */
  readonly secondsLeft: number | null;
}

/** The progress of a search. */
export interface SearchStatus extends SearchKey {
  readonly name: string;
  readonly executions: number;
  readonly blocked: number;
  /** Number of jobs that are not done. */
  readonly open: number;
  /** Estimated number of executions left; null if not known yet. */
  readonly left: number | null;
  /** Number of kinds of failures found. */
  readonly failures: number;
  /** For tests: the number of seeds tested, and the total. */
  readonly seeds?: { readonly tested: number; readonly of: number };
  /** Number of times that the search has begun again. */
  readonly epoch: number;
}

/** A part of a search that failed too often and was abandoned. */
export interface DeadJob extends SearchKey {
  readonly id: string;
  readonly path: string;
  readonly reason: string;
}
