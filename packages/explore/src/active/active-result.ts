import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import type { Cycle } from './cycles.js';

/** A cycle, and the result of its trials. */
export interface CycleResult {
  readonly labels: Cycle;
  /** Whether it was predicted from executions under SC. Otherwise it was first seen when it happened. */
  readonly predicted: boolean;
  /**
   * Whether the model can reorder one of its pairs, judging by the executions under SC. If not, the cycle is not tried.
   */
  readonly possible: boolean;
  /** Executions steered to the cycle, and the number of them that had it. */
  readonly trials: number;
  readonly confirmed: number;
  /** Executions that had the cycle without being steered to it. Not all executions are examined. */
  readonly byTheWay: number;
  /** `confirmed` divided by `trials`. */
  readonly probability: number;
  /** Failures in executions with this cycle that were never seen under SC. If empty, the cycle seems benign. */
  readonly harmful: readonly Failure[];
  /** A shortest execution with the cycle, and a shortest one that also failed. */
  readonly witness: Schedule | undefined;
  readonly harmfulWitness: Schedule | undefined;
}

/** A failure seen in steered executions. */
export interface FoundFailure {
  readonly failure: Failure;
  /** Whether it was also seen under SC. */
  readonly sequential: boolean;
  readonly executions: number;
  readonly witness: Schedule;
}

/** The result of active testing. */
export interface ActiveResult {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** The cycles predicted or found. */
  readonly cycles: readonly CycleResult[];
  /**
   * Whether cycles were dropped because there were too many. The predicted cycles with the closest accesses are kept.
   */
  readonly leftOut: boolean;
  readonly failures: readonly FoundFailure[];
  readonly sequentialRuns: number;
  /** Number of steered and unguided executions. */
  readonly executions: number;
  /**
   * Number of these executions that were abandoned: a thread was cut off or blocked forever, or the step limit was
   * reached.
   */
  readonly unfinished: number;
  /** Whether every cycle has had all its trials. */
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
