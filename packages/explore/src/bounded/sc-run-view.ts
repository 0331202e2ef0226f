import type { Schedule } from '@fencepost/core';
import type { RunView } from '../shared/observer.js';

/**
 * The execution under SC that a search is in the middle of, as an observer may look at it while it is told of a step.
 * Everything is about the operations told so far, the one being told excluded, and valid until the next is told.
 */
export interface ScRunView extends RunView {
  /** Their order, for core's `replay` under SC. Built on demand. */
  schedule(): Schedule;
  /** Preemptions so far; here one right before the operation being told counts. */
  readonly preemptions: number;
  /** The search has been here before, at a smaller bound. */
  readonly revisited: boolean;
  /** Complete executions found by the search so far. */
  readonly executions: number;
}
