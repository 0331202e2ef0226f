import type { ModelName } from '@fencepost/core';
import type { Explored } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';

/** The progress of a search for the executions of a program under a model. */
export interface SearchProgress {
  readonly model: ModelName;
  /** Complete executions explored so far. */
  readonly executions: number;
  /** How many of these an earlier run explored. Default: none. */
  readonly resumed?: number;
  readonly blocked: number;
  /** Complete executions in all; undefined: not enough was explored. */
  readonly estimate: Estimate | undefined;
  /** The bound that is being searched, of a search by rising number of preemptions. */
  readonly preemptions: number | undefined;
  /** Of a program that stands for many: how many of these were checked. */
  readonly scenarios?: { readonly checked: number; readonly count: number };
}

/** The progress of an explorer of one part, which cannot estimate the total. */
export function progressOf(model: ModelName): (explored: Explored) => SearchProgress {
  return ({ executions, blocked }) => ({ model, executions, blocked, estimate: undefined, preemptions: undefined });
}
