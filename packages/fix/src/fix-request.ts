import type { Goal, NeededRepair, Repair, RepairCosts, RepairResult } from '@fencepost/check';
import type { ChangedFile, ChangeRequest } from './changed-files.js';

/** The goal of a repair of programs, and the bounds of the search for it. */
export interface FixRequest extends ChangeRequest {
  readonly goal: Goal;
  readonly costs?: RepairCosts;
  /** Number of alternative repairs of the same cost to search for. */
  readonly alternatives?: number;
}

/** The result. */
export type Fix =
  | Exclude<RepairResult, { readonly outcome: 'repaired' }>
  | {
      /**
       * `checked`: the changed files were compiled and checked. `bounded`: the same, but bounds were hit. `told`: the
       * repair is known, but cannot be made in these files.
       */
      readonly outcome: 'checked' | 'bounded' | 'told';
      readonly repairs: readonly NeededRepair[];
      readonly cost: number;
      /** Repairs of the same cost that change the texts in a different way. */
      readonly alternatives: readonly (readonly Repair[])[];
      readonly files: readonly ChangedFile[];
    };
