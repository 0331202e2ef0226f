// Types for users, who may not have the packages of the database: nothing here imports them.
import type { SearchKey } from './protocol.js';

export type { Policy, Run, RunSearch, RunStatus, SearchKey } from './protocol.js';

/** The progress of a run. */
export interface Status {
  readonly searches: readonly SearchStatus[];
  readonly jobs: { readonly waiting: number; readonly active: number; readonly dead: readonly DeadJob[] };
  readonly agents: { readonly agents: number; readonly threads: number; readonly idle: number };
  /** Executions per second, over the last ten seconds. */
  readonly rate: number;
  /** Estimated seconds until everything is explored, at this rate; null: not known. */
  readonly secondsLeft: number | null;
}

/** The progress of a search. */
export interface SearchStatus extends SearchKey {
  readonly name: string;
  readonly executions: number;
  readonly blocked: number;
  /** Jobs that are not done. */
  readonly open: number;
  /** Estimated executions left; null: not known yet. */
  readonly left: number | null;
  /** Kinds of failures found. */
  readonly failures: number;
  /** Of tests: how many seeds were tested, of how many. */
  readonly seeds?: { readonly tested: number; readonly of: number };
  /** How often the search has begun again. */
  readonly epoch: number;
}

/** A part of a search that failed too often and was given up. */
export interface DeadJob extends SearchKey {
  readonly id: string;
  readonly path: string;
  readonly reason: string;
}
