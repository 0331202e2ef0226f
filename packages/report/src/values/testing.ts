import type { ModelName, Site } from '@fencepost/core';
import type { FailureReport } from './report.js';

/** What a run of `fencepost test` found. `--format json` prints it as it is. */
export interface TestingReport {
  readonly version: 1;
  /** Name and version. */
  readonly tool: string;
  /** One for each program and model, in the order of the command line. */
  readonly tests: readonly TestReport[];
}

/**
 * How executions are chosen: steered into cycles that were predicted (`active`), whoever can go on being as likely to
 * (`random`), or by priorities that change at a few moments (`pct`).
 */
export type TestMethod = 'active' | 'random' | 'pct';

/** What tests of a program under a model showed. What they did not show may happen all the same. */
export interface TestReport {
  /** The file, as it was given. */
  readonly source: string;
  readonly program: string;
  readonly model: ModelName;
  readonly method: TestMethod;
  readonly seed: number;
  /** All that were run. */
  readonly executions: number;
  /** Of those, how many were run under SC, to predict cycles and to see what fails there. */
  readonly sequential: number;
  /** How many were given up: a bound was reached, or a thread waited in vain. */
  readonly unfinished: number;
  readonly seconds: number;
  /** Why there were no more; null: all that was planned has been done. */
  readonly stoppedBy: 'executions' | 'time' | 'interrupt' | 'memory' | null;
  /** How many cycles were predicted, how many happened, and of those, how many were harmful; 0 unless the method is `active`. */
  readonly predicted: number;
  readonly confirmed: number;
  readonly harmful: number;
  /** The most harmful first. */
  readonly cycles: readonly CycleReport[];
  /** Those that were not seen under SC come first. */
  readonly failures: readonly TestFailureReport[];
  /** An execution that shows the first failure or, without failures, the first cycle; null if there is none. */
  readonly schedule: string | null;
  /** What else whoever relies on this should know. */
  readonly notes: readonly string[];
  /** The check itself accepts departures from SC that nothing fails on, whatever the command says. */
  readonly allowsRelaxed?: boolean;
  /** What `fencepost replay` needs besides the file and the schedule. */
  readonly replay: readonly string[];
}

/** `underSc`: was it seen in an execution that SC has? Never false, as tests decide nothing. */
export interface TestFailureReport extends FailureReport {
  readonly underSc: true | null;
  /** Unless the method is `active`: the execution in which it was seen first, counted from 1. */
  readonly firstExecution?: number;
}

/**
 * `harmful`: it happened, and with it something went wrong that was not seen under SC; `benign`: it happened, and nothing
 * of the kind was seen; `not confirmed`: no execution had it; `not possible`: the model keeps the order of its pairs.
 */
export type CycleOutcome = 'harmful' | 'benign' | 'not confirmed' | 'not possible';

/** A cycle, and what became of it. */
export interface CycleReport {
  readonly outcome: CycleOutcome;
  /** From executions under SC. Otherwise it was first seen when it happened. */
  readonly predicted: boolean;
  /**
   * The first and second, the third and fourth, … are in one thread, in program order. The second and third, the fourth and
   * fifth, …, the last and first conflict: different threads, the same place in memory, and one of them writes.
   */
  readonly accesses: readonly CycleAccess[];
  /** Executions that were to have it, and how many had it. */
  readonly trials: number;
  readonly confirmed: number;
  /** Executions that were not to have it, and had it. Not all are looked at. */
  readonly byTheWay: number;
  /** `confirmed` of `trials`. */
  readonly probability: number;
  /** What went wrong with it: indices into the failures of the test. */
  readonly failures: readonly number[];
  /** For `fencepost replay`: an execution that has it, if there is one, and that fails if it is harmful. */
  readonly schedule: string | null;
}

/** An operation of the program, as its source has it. */
export interface CycleAccess {
  readonly kind: 'load' | 'store' | 'rmw';
  /** `dekker.c:12:3`, or `left#2` (third operation of thread left) where there is no source. */
  readonly label: string;
  readonly site?: Site;
}

/** Was anything found that is to be looked at? */
export function isFoundByTest(
  { failures, confirmed, allowsRelaxed = false }: TestReport,
  { allowRelaxed = false }: { readonly allowRelaxed?: boolean },
): boolean {
  return failures.length > 0 || (confirmed > 0 && !allowsRelaxed && !allowRelaxed);
}
