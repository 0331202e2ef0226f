// What users get to see: without a trace of the database, whose packages they may not have.
import type { SearchKey } from './protocol.js';

export type { Policy, Run, RunSearch, RunStatus, SearchKey } from './protocol.js';

/** How far a run is. */
export interface Status {
  readonly searches: readonly SearchStatus[];
  readonly jobs: { readonly waiting: number; readonly active: number; readonly dead: readonly DeadJob[] };
  readonly agents: { readonly agents: number; readonly threads: number; readonly idle: number };
  /** Executions in a second, of the last ten. */
  readonly rate: number;
  /** Until everything is explored, at this rate; null: nobody can tell. */
  readonly secondsLeft: number | null;
}

/** How far a search of a run is. */
export interface SearchStatus extends SearchKey {
  readonly name: string;
  readonly executions: number;
  readonly blocked: number;
  /** Jobs that are not done. */
  readonly open: number;
  /** Estimated executions that are left; null: too little is explored to tell. */
  readonly left: number | null;
  /** Kinds of failures found. */
  readonly failures: number;
  /** Since when everything was explored again, counted from 0. */
  readonly epoch: number;
}

/** A part of a search that was lost so often that nobody gets it any more. */
export interface DeadJob extends SearchKey {
  readonly id: string;
  readonly path: string;
  readonly reason: string;
}
