import type { BeginsAgain, Knowledge } from '@fencepost/check';
import type { JobResult, JobTask } from '@fencepost/cluster';
import type { LoadOptions } from '../load/loaded-program.js';
import type { TestChoices } from '../run/test-loaded.js';
import type { Environment } from './surroundings.js';
import type { PlainError } from '../workers/plain-error.js';

/** What the signal says: nothing, to end soon with what there is, within a second, or at once. */
export const GO_ON = 0;
export const HURRY = 1;
export const LEAVE = 2;
export const INTERRUPT = 3;

/** In the signal: what it says, and a number that changes as long as the thread gets anywhere. */
export const ORDER = 0;
export const BEAT = 1;

/** What an explorer of frontiers is started with. */
export interface FrontierExplorerData {
  readonly sources: readonly string[];
  readonly options: LoadOptions;
  /** Of the programs of all sources, as they were submitted. */
  readonly digests: readonly string[];
  readonly maxDepth: number | undefined;
  /** It tests the programs like this, and does not explore them. */
  readonly tests: TestChoices | undefined;
  /** What the code of the programs has read when they were submitted. */
  readonly environment: Environment;
  /** At `ORDER` and `BEAT`. */
  readonly signal: Int32Array;
}

export type ToFrontierExplorer =
  | { readonly program: number; readonly knowledge: Knowledge }
  | { readonly program: number; readonly task: JobTask; readonly milliseconds: number };

export type FromFrontierExplorer =
  | 'ready'
  | { readonly found: JobResult | BeginsAgain }
  | { readonly error: PlainError };
