import type { Knowledge, SavedFindings, SeedRange, UnorderedQuestion } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import type { Frontier } from '@fencepost/explore';

/**
 * When a search ends: after everything; with the failure that is committed first; or with the first failure of a
 * depth-first search, which does not depend on which agent explores what.
 */
export type Policy = 'all' | 'first' | 'least';

/** `error`: the program does something that cannot be checked, as a search in one process would report. */
export type RunStatus = 'running' | 'stopped' | 'incomplete' | 'done' | 'error';

/** A search: one program under one of its models. */
export interface SearchKey {
  /** Index of the program in the file. */
  readonly program: number;
  readonly model: ModelName;
}

/** The questions of each search of a run. */
export interface RunSearch extends SearchKey {
  readonly all: boolean;
  readonly races: boolean;
  readonly unordered: UnorderedQuestion | null;
  /** The seeds with which the program is tested instead of explored. */
  readonly seeds?: SeedRange;
}

/** A check submitted to a cluster, and its state. */
export interface Run {
  readonly id: string;
  readonly status: RunStatus;
  readonly policy: Policy;
  /** The build of Fencepost that submitted it. No other build may work on it. */
  readonly build: string;
  /**
   * Other properties that results may depend on: Node and its options; null if none. No other runtime may work on it.
   */
  readonly runtime: string | null;
  /** Number of results that were refused because they come from another build or runtime. */
  readonly refused: number;
  readonly source: string;
  /** The bundle from which agents load the programs. */
  readonly bundle: string;
  readonly searches: readonly RunSearch[];
  readonly error: unknown;
  readonly created: Date;
  readonly finished: Date | null;
}

/** Data of a job in the queue. Its frontier is in `frontier`. */
export interface JobData extends SearchKey {
  readonly epoch: number;
  /** Position in the depth-first order of the search. Jobs compare like these texts. */
  readonly path: string;
  /** Estimated number of its executions. The root of a search has none. */
  readonly size?: number;
}

/** A job that this agent holds, unless another agent has taken it since, which `attempt` shows. */
export interface TakenJob extends JobData {
  readonly id: string;
  readonly attempt: number;
  /** The encoded frontier; null if it cannot be read, or if everything is to be explored. See `decodeFrontier`. */
  readonly bytes: Buffer | null;
}

/** A part of the rest of a job. */
export interface Child {
  readonly frontier: Frontier | SeedRange;
  /** Estimated number of its executions. Seeds have no estimate, because the number of seeds left is known. */
  readonly size?: number;
}

/** Identity of a worker. Its results count only if it matches the run. */
export interface Fingerprint {
  readonly build: string;
  readonly runtime: string;
}

/** The knowledge about a program. */
export interface ProgramState {
  readonly index: number;
  readonly version: number;
  readonly epoch: number;
  readonly knowledge: Knowledge;
}

export const NOTHING_LEARNED: Knowledge = { program: undefined, tooDeep: [] };

/** The first part with a certain finding, in the depth-first order of the explored parts. */
export interface Finding {
  readonly kind: 'failure' | 'violation';
  readonly key: string;
  readonly part: SavedFindings['failingParts'][number][1];
}

/** Returns the paths of the parts into which a job is divided. A single part keeps the path of the job. */
export function pathsOfChildren(path: string, count: number): string[] {
  if (count === 1) return [path];
  return Array.from({ length: count }, (_, i) => path + i.toString(36).padStart(2, '0'));
}
