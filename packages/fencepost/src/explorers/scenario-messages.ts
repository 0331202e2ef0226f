import type { CheckedScenario, ScenarioShare } from '@fencepost/check';
import type { ProgramReference } from '../load/loaded-program.js';

/** What a helper is started with. */
export interface HelperData {
  readonly reference: ProgramReference;
  /** One number: shares of an earlier round are no longer wanted. */
  readonly round: Int32Array;
}

export interface ToHelper {
  readonly share: ScenarioShare;
  readonly round: number;
}

export type FromHelper = 'ready' | { readonly round: number; readonly checked: CheckedScenario };
