import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import type { Cycle } from './cycles.js';

/** A cycle, and the result of its trials. */
export interface CycleResult {
  readonly labels: Cycle;
  /** Predicted from executions under SC. Otherwise it was first seen when it happened. */
  readonly predicted: boolean;
  /** Does the model reorder one of its pairs, judging by what was seen under SC? If not, the cycle is not tried. */
  readonly possible: boolean;
  /** Executions steered to the cycle, and how many of them had it. */
  readonly trials: number;
  readonly confirmed: number;
  /** Executions not steered to it that had it. Not all executions are examined. */
  readonly byTheWay: number;
  /** `confirmed` of `trials`. */
  readonly probability: number;
  /** Failures in executions that had it, never seen under SC. If there are none, the cycle seems benign. */
  readonly harmful: readonly Failure[];
  /** A shortest execution that had it, and a shortest one that also failed. */
  readonly witness: Schedule | undefined;
  readonly harmfulWitness: Schedule | undefined;
}

/** A failure seen in steered executions. */
export interface FoundFailure {
  readonly failure: Failure;
  /** It was also seen under SC. */
  readonly sequential: boolean;
  readonly executions: number;
  readonly witness: Schedule;
}

/** What active testing found. */
export interface ActiveResult {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** The cycles predicted or found. */
  readonly cycles: readonly CycleResult[];
  /** There were too many: of the predicted ones, those were kept whose accesses are closest together. */
  readonly leftOut: boolean;
  readonly failures: readonly FoundFailure[];
  readonly sequentialRuns: number;
  /** Steered executions, and unguided ones. */
  readonly executions: number;
  /** How many of those were given up: a thread was cut off or waits in vain, or there were too many steps. */
  readonly unfinished: number;
  /** Every cycle has had its trials. */
  readonly complete: boolean;
}

/** The progress of active testing. */
export interface ActiveProgress {
  /** `predicting` from executions under SC, then `steering` executions of the model. */
  readonly phase: 'predicting' | 'steering';
  /** Executions of this phase, and the planned number of them. */
  readonly executions: number;
  readonly of: number;
  /** Cycles predicted, confirmed, and confirmed with a failure that SC does not have. */
  readonly predicted: number;
  readonly confirmed: number;
  readonly harmful: number;
}
