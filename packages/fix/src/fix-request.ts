import type { Goal, NeededRepair, Repair, RepairCosts, RepairResult } from '@fencepost/check';
import type { ChangedFile, ChangeRequest } from './changed-files.js';

/** What to repair programs for, and within which bounds. */
export interface FixRequest extends ChangeRequest {
  readonly goal: Goal;
  readonly costs?: RepairCosts;
  /** How many other repairs of the same cost to look for. */
  readonly alternatives?: number;
}

/** What came of it. */
export type Fix =
  | Exclude<RepairResult, { readonly outcome: 'repaired' }>
  | {
      /**
       * `checked`: the changed files were compiled and checked. `bounded`: the same, but bounds were hit. `told`: the
       * program would be repaired, but the change cannot be made here.
       */
      readonly outcome: 'checked' | 'bounded' | 'told';
      readonly repairs: readonly NeededRepair[];
      readonly cost: number;
      /** Repairs that cost the same, and change the texts in another way. */
      readonly alternatives: readonly (readonly Repair[])[];
      readonly files: readonly ChangedFile[];
    };
