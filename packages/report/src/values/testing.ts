import type { ModelName, Site } from '@fencepost/core';
import type { ErrorReport, FailureReport } from './report.js';

/** The result of `fencepost test`. `--format json` prints it as it is. */
export interface TestingReport {
  readonly version: 1;
  /** Name and version. */
  readonly tool: string;
  /** One per program and model, in the order of the command line. */
  readonly tests: readonly TestReport[];
  /** Programs that could not be tested; absent if there are none. */
  readonly errors?: readonly ErrorReport[];
}

/**
 * How executions are chosen: steered into predicted cycles (`active`), with all enabled actors equally likely
 * (`random`), by priorities that change at a few moments (`pct`), by priorities of steps that change with conflicts
 * (`pos`), or uniformly for the accesses to one location (`surw`).
 */
export type TestMethod = 'active' | 'random' | 'pct' | 'pos' | 'surw';

/** The result of testing a program under a model. Behaviour that the tests did not show may still be possible. */
export interface TestReport {
  /** The file, as given by the user. */
  readonly source: string;
  readonly program: string;
  readonly model: ModelName;
  readonly method: TestMethod;
  /** The seed; with several seeds, the first of the range. */
  readonly seed: number;
  /** Number of seeds tested, for a range of seeds. All other numbers are then totals over the seeds. */
  readonly seeds?: number;
  /** The number of executions. */
  readonly executions: number;
  /** How many of them ran under SC, to predict cycles and to see what fails there. */
  readonly sequential: number;
  /** Number of executions abandoned because a bound was hit or a thread waited without success. */
  readonly unfinished: number;
  readonly seconds: number;
  /** Why the tests ended early; null: all planned tests were run. */
  readonly stoppedBy: 'executions' | 'time' | 'interrupt' | 'memory' | null;
  /**
   * Number of cycles predicted, number that happened, and number of those that were harmful; 0 unless the method is
   * `active`.
   */
  readonly predicted: number;
  readonly confirmed: number;
  readonly harmful: number;
  /** The most harmful first. */
  readonly cycles: readonly CycleReport[];
  /** Failures not seen under SC come first. */
  readonly failures: readonly TestFailureReport[];
  /** The schedule of the first failure or, without failures, of the first cycle; null if there is none. */
  readonly schedule: string | null;
  /** Remarks that qualify the result. */
  readonly notes: readonly string[];
  /** Whether the check itself accepts SC violations that cause no failure, regardless of the command's options. */
  readonly allowsRelaxed?: boolean;
  /** Arguments for `fencepost replay`, in addition to the file and the schedule. */
  readonly replay: readonly string[];
}

/** `underSc`: whether the failure was seen in an SC execution. Never false, because tests cannot prove absence. */
export interface TestFailureReport extends FailureReport {
  readonly underSc: true | null;
  /**
   * Unless the method is `active`: number of the first execution with the failure, from 1. With several seeds, it
   * counts within its seed.
   */
  readonly firstExecution?: number;
  /** With several seeds: the smallest one that shows the failure. */
  readonly seed?: number;
}

/**
 * `harmful`: it happened, with a failure not seen under SC; `benign`: it happened, without such a failure; `not
 * confirmed`: no execution had it; `not possible`: the model preserves the order of its pairs.
 */
export type CycleOutcome = 'harmful' | 'benign' | 'not confirmed' | 'not possible';

/** A cycle, and the result of its trials. */
export interface CycleReport {
  readonly outcome: CycleOutcome;
  /** Predicted from executions under SC. Otherwise it was first seen when it happened. */
  readonly predicted: boolean;
  /**
   * The first and second, the third and fourth, … are in one thread, in program order. The second and third, the fourth
   * and fifth, …, the last and first conflict: different threads, the same memory location, and at least one of them
   * writes.
   */
  readonly accesses: readonly CycleAccess[];
  /** Number of executions steered to the cycle, and number of those that had it. */
  readonly trials: number;
  readonly confirmed: number;
  /** Number of examined executions that had the cycle without being steered to it. Not all executions are examined. */
  readonly byTheWay: number;
  /** `confirmed` of `trials`. */
  readonly probability: number;
  /** Failures that came with it: indices into the failures of the test. */
  readonly failures: readonly number[];
  /**
   * Schedule for `fencepost replay` of an execution with the cycle, if any. For a harmful cycle, the execution fails.
   */
  readonly schedule: string | null;
}

/** An operation in the source of the program. */
export interface CycleAccess {
  readonly kind: 'load' | 'store' | 'rmw';
  /** `dekker.c:12:3`, or `left#2` (third operation of thread left) where there is no source. */
  readonly label: string;
  readonly site?: Site;
}

/** Whether the test found anything that needs attention. */
export function isFoundByTest(
  { failures, confirmed, allowsRelaxed = false }: TestReport,
  { allowRelaxed = false }: { readonly allowRelaxed?: boolean },
): boolean {
  return failures.length > 0 || (confirmed > 0 && !allowsRelaxed && !allowRelaxed);
}
