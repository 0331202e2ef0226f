import type { BeginsAgain, FrontierResult, FrontierTask, Knowledge } from '@fencepost/check';
import type { LoadOptions } from '../load/loaded-program.js';
import type { PlainError } from '../workers/plain-error.js';

/** What the signal says: nothing, to end soon with what there is, or at once. */
export const GO_ON = 0;
export const HURRY = 1;
export const INTERRUPT = 2;

/** What an explorer of frontiers is started with. */
export interface FrontierExplorerData {
  readonly sources: readonly string[];
  readonly options: LoadOptions;
  /** Of the programs of all sources, as they were submitted. */
  readonly digests: readonly string[];
  readonly maxDepth: number | undefined;
  /** One number. */
  readonly signal: Int32Array;
}

export type ToFrontierExplorer =
  | { readonly program: number; readonly knowledge: Knowledge }
  | { readonly program: number; readonly task: FrontierTask; readonly milliseconds: number };

export type FromFrontierExplorer =
  | 'ready'
  | { readonly found: FrontierResult | BeginsAgain }
  | { readonly error: PlainError };
