import type { Schedule } from '@fencepost/core';
import type { RunView } from '../shared/observer.js';

/**
 * The current SC execution of a search, as an observer sees it while it is notified of a step. Covers the operations
 * before that step, and is valid until the next notification.
 */
export interface ScRunView extends RunView {
  /** Order of these operations, for core's `replay` under SC. Built on demand. */
  schedule(): Schedule;
  /** Preemptions so far, including one directly before the current step. */
  readonly preemptions: number;
  /** Whether the search has visited this point before, with a smaller bound. */
  readonly revisited: boolean;
  /** Complete executions found by the search so far. */
  readonly executions: number;
}
