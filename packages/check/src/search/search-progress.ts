import type { ModelName } from '@fencepost/core';
import type { Explored } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';

/** The progress of a search for the executions of a program under a model. */
export interface SearchProgress {
  readonly model: ModelName;
  /** Complete executions explored so far. */
  readonly executions: number;
  /** Number of these that an earlier run explored. Default: 0. */
  readonly resumed?: number;
  readonly blocked: number;
  /** Estimated total number of complete executions; undefined if too little was explored. */
  readonly estimate: Estimate | undefined;
  /** The current bound of a search by rising number of preemptions. */
  readonly preemptions: number | undefined;
  /** For a program that stands for many: the number of these that were checked. */
  readonly scenarios?: { readonly checked: number; readonly count: number };
}

/** Returns the progress of an explorer of one part, which cannot estimate the total. */
export function progressOf(model: ModelName): (explored: Explored) => SearchProgress {
  return ({ executions, blocked }) => ({ model, executions, blocked, estimate: undefined, preemptions: undefined });
}
