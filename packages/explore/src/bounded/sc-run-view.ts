import type { Schedule } from '@fencepost/core';
import type { RunView } from '../shared/observer.js';

/**
 * The current SC execution of a search, as an observer sees it while it is notified of a step. Covers the operations
 * before that step, and is valid until the next notification.
 */
export interface ScRunView extends RunView {
  /** Their order, for core's `replay` under SC. Built on demand. */
  schedule(): Schedule;
  /** Preemptions so far, including one right before the step of the notification. */
  readonly preemptions: number;
  /** The search has been here before, with a smaller bound. */
  readonly revisited: boolean;
  /** Complete executions found by the search so far. */
  readonly executions: number;
}
