import type { Knowledge, SavedFindings, SeedRange, UnorderedQuestion } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import type { Frontier } from '@fencepost/explore';

/**
 * When a search ends: after everything; with whichever failure is committed first; or with the first failure of a
 * depth-first search, which does not depend on who explores what.
 */
export type Policy = 'all' | 'first' | 'least';

/** `error`: the program does something that cannot be checked, as a search in one process would say. */
export type RunStatus = 'running' | 'stopped' | 'incomplete' | 'done' | 'error';

/** A program is searched under each of its models. */
export interface SearchKey {
  /** Which of the programs of the file. */
  readonly program: number;
  readonly model: ModelName;
}

/** What each search of a run asks. */
export interface RunSearch extends SearchKey {
  readonly all: boolean;
  readonly races: boolean;
  readonly unordered: UnorderedQuestion | null;
  /** The program is tested with these seeds, not explored. */
  readonly seeds?: SeedRange;
}

/** What a cluster was asked to check, and how that stands. */
export interface Run {
  readonly id: string;
  readonly status: RunStatus;
  readonly policy: Policy;
  /** Of Fencepost, by which it was submitted: no other may work on it. */
  readonly build: string;
  /** What results may depend on besides the build: Node and its options; null: nothing. No other may work on it either. */
  readonly runtime: string | null;
  /** How many results were refused, as they come from another build or runtime. */
  readonly refused: number;
  readonly source: string;
  /** What agents load the programs from. */
  readonly bundle: string;
  readonly searches: readonly RunSearch[];
  readonly error: unknown;
  readonly created: Date;
  readonly finished: Date | null;
}

/** What a job of the queue is about. What it is to explore is in `frontier`. */
export interface JobData extends SearchKey {
  readonly epoch: number;
  /** Where it is in the depth-first order of the search: jobs compare like these texts do. */
  readonly path: string;
  /** The estimated number of its executions; the root of a search has none. */
  readonly size?: number;
}

/** A job that this agent has, as long as nobody else has taken it: `attempt` tells. */
export interface TakenJob extends JobData {
  readonly id: string;
  readonly attempt: number;
  /** null: it cannot be read, or everything is to be explored. See `decodeFrontier`. */
  readonly bytes: Buffer | null;
}

/** A part of what is left of a job. */
export interface Child {
  readonly frontier: Frontier | SeedRange;
  /** The estimated number of its executions. Seeds have none: how many are left is known. */
  readonly size?: number;
}

/** Who works: results count only if a run belongs to that. */
export interface Fingerprint {
  readonly build: string;
  readonly runtime: string;
}

/** What is known of a program. */
export interface ProgramState {
  readonly index: number;
  readonly version: number;
  readonly epoch: number;
  readonly knowledge: Knowledge;
}

export const NOTHING_LEARNED: Knowledge = { program: undefined, tooDeep: [] };

/** The first part in which something was found, in the depth-first order of what was explored so far. */
export interface Finding {
  readonly kind: 'failure' | 'violation';
  readonly key: string;
  readonly part: SavedFindings['failingParts'][number][1];
}

/** The paths of the parts that a job is divided into. One part is in its place. */
export function pathsOfChildren(path: string, count: number): string[] {
  if (count === 1) return [path];
  return Array.from({ length: count }, (_, i) => path + i.toString(36).padStart(2, '0'));
}
