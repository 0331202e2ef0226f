import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import type { Cycle } from './cycles.js';

/** A cycle, and what became of it. */
export interface CycleResult {
  readonly labels: Cycle;
  /** From executions under SC. Otherwise it was first seen when it happened. */
  readonly predicted: boolean;
  /** The model reorders one of its pairs, by what was seen of them under SC. Otherwise nothing is tried. */
  readonly possible: boolean;
  /** Executions that were to make it happen, and how many did. */
  readonly trials: number;
  readonly confirmed: number;
  /** Executions that were not to make it happen, and had it. Not all are looked at. */
  readonly byTheWay: number;
  /** `confirmed` of `trials`. */
  readonly probability: number;
  /** What went wrong in executions that had it, and never under SC. None: the cycle seems to be benign. */
  readonly harmful: readonly Failure[];
  /** A shortest execution that had it, and a shortest in which something went wrong, too. */
  readonly witness: Schedule | undefined;
  readonly harmfulWitness: Schedule | undefined;
}

/** A failure that was seen in steered executions. */
export interface FoundFailure {
  readonly failure: Failure;
  /** It was seen under SC as well. */
  readonly sequential: boolean;
  readonly executions: number;
  readonly witness: Schedule;
}

/** What active testing found. */
export interface ActiveResult {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** All that were predicted or found. */
  readonly cycles: readonly CycleResult[];
  readonly failures: readonly FoundFailure[];
  readonly sequentialRuns: number;
  /** Steered executions, and unguided ones. */
  readonly executions: number;
  /** Of those, how many were given up: a thread was cut off or waits in vain, or there were too many steps. */
  readonly unfinished: number;
  /** Every cycle has had its trials. */
  readonly complete: boolean;
}

/** How far active testing is. */
export interface ActiveProgress {
  /** `predicting` from executions under SC, then `steering` executions of the model. */
  readonly phase: 'predicting' | 'steering';
  /** Executions of this phase, and how many there will be if it is not stopped. */
  readonly executions: number;
  readonly of: number;
  /** Cycles predicted, confirmed, and confirmed with a failure that SC does not have. */
  readonly predicted: number;
  readonly confirmed: number;
  readonly harmful: number;
}
