import type { ModelName } from '@fencepost/core';
import type { Explored } from '@fencepost/explore';
import type { Estimate } from '@fencepost/report';

/** How far the search for the executions of a program under a model is. */
export interface SearchProgress {
  readonly model: ModelName;
  /** Complete executions explored so far. */
  readonly executions: number;
  readonly blocked: number;
  /** Complete executions in all; undefined: too little was explored to tell. */
  readonly estimate: Estimate | undefined;
  /** The bound that is being searched, of a search by rising number of preemptions. */
  readonly preemptions: number | undefined;
}

/** Of somebody who explores a part, and cannot tell how much there is in all. */
export function progressOf(model: ModelName): (explored: Explored) => SearchProgress {
  return ({ executions, blocked }) => ({ model, executions, blocked, estimate: undefined, preemptions: undefined });
}
