import type { BeginsAgain, Knowledge } from '@fencepost/check';
import type { JobResult, JobTask } from '@fencepost/cluster';
import type { LoadOptions } from '../load/loaded-program.js';
import type { TestChoices } from '../run/test-loaded.js';
import type { Environment } from './surroundings.js';
import type { PlainError } from '../workers/plain-error.js';

/** What a thread works on: a run of a cluster. */
export interface RunData {
  readonly sources: readonly string[];
  readonly options: LoadOptions;
  /** Of the programs of all sources, as they were submitted. */
  readonly digests: readonly string[];
  readonly maxDepth: number | undefined;
  /** It tests the programs like this, and does not explore them. */
  readonly tests: TestChoices | undefined;
  /** What the code of the programs has read when they were submitted. */
  readonly environment: Environment;
}

/** First it loads the programs of a run, then it works on them. */
export type ClusterJob = { readonly load: RunData } | ClusterTask;

export interface ClusterTask {
  /** Which program of the run. */
  readonly program: number;
  /** What it has to know before it explores anything; undefined: it does. */
  readonly knowledge: Knowledge | undefined;
  readonly task: JobTask;
  readonly milliseconds: number;
}

export type ClusterAnswer = 'loaded' | { readonly found: JobResult | BeginsAgain } | { readonly error: PlainError };
