import type { CheckedScenario } from '../check/scenario-sum.js';
import type { ScenarioShare } from '../check/scenario-helpers.js';
import type { Knowledge } from '../search/dispatcher.js';
import type { Found, Task } from '../search/task.js';

/** What was given out in earlier rounds is no longer wanted. */
export interface Recall {
  readonly recall: number;
}

export type ToExplorer = { readonly begin: Knowledge } | TaskOfRound | Recall;

export interface TaskOfRound {
  readonly id: number;
  readonly round: number;
  readonly task: Task;
}

/** `lost`: it could not be done because an earlier one could not, and it has not begun again since. */
export type FromExplorer =
  | 'ready'
  | { readonly id: number; readonly found: Found | undefined }
  | { readonly id: number; readonly lost: true };

export interface ShareOfRound {
  readonly share: ScenarioShare;
  readonly round: number;
}

export type ToScenarioHelper = ShareOfRound | Recall;

/** `failed`: there will be no more results. */
export type FromScenarioHelper = 'ready' | 'failed' | { readonly round: number; readonly checked: CheckedScenario };
