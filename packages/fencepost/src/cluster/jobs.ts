import type { BeginsAgain, Knowledge } from '@fencepost/check';
import type { JobResult, JobTask } from '@fencepost/cluster';
import type { LoadOptions } from '../load/loaded-program.js';
import type { TestChoices } from '../run/test-loaded.js';
import type { Environment } from './surroundings.js';
import type { PlainError } from '../workers/plain-error.js';

/** The run of a cluster that a thread works on. */
export interface RunData {
  readonly sources: readonly string[];
  readonly options: LoadOptions;
  /** Digests of the programs of all sources, as submitted. */
  readonly digests: readonly string[];
  readonly maxDepth: number | undefined;
  /** If present, the thread tests the programs with these options instead of exploring them. */
  readonly tests: TestChoices | undefined;
  /** The environment that the code of the programs read when they were submitted. */
  readonly environment: Environment;
}

/** A job of a thread: it first loads the programs of a run, then works on them. */
export type ClusterJob = { readonly load: RunData } | ClusterTask;

export interface ClusterTask {
  /** Index of the program in the run. */
  readonly program: number;
  /** Knowledge of the program that exploring needs; undefined if the thread already has it. */
  readonly knowledge: Knowledge | undefined;
  readonly task: JobTask;
  readonly milliseconds: number;
}

export type ClusterAnswer = 'loaded' | { readonly found: JobResult | BeginsAgain } | { readonly error: PlainError };
