import type { ModelName } from '@fencepost/core';
import type { TestReport } from '@fencepost/report';
import { clock } from '../clock.js';
import type { Stop } from '../search/searching.js';

/** The result of testing a program under a model. */
export interface ProgramTest extends Omit<TestReport, 'source' | 'program' | 'replay' | 'allowsRelaxed'> {
  readonly model: ModelName;
}

/** The progress of testing a program under a model. */
export interface TestProgress {
  readonly model: ModelName;
  /**
   * `under SC`: what fails there; `predicting` cycles from executions under SC; `steering` executions into them;
   * `sampling` executions in another way.
   */
  readonly phase: 'under SC' | 'predicting' | 'steering' | 'sampling';
  /** Executions of this phase, and the planned number; Infinity if they run until time is up. */
  readonly executions: number;
  readonly of: number;
  readonly predicted: number;
  readonly confirmed: number;
  /** Number of harmful cycles. */
  readonly harmful: number;
}

/** A generator that reports progress after every execution. */
export type Testing<T> = Generator<TestProgress, T, void>;

/** Limits of the tests under a model. */
export interface TestBudget {
  /** Number of executions. */
  readonly executions: number;
  /** Deadline in terms of `clock()`. */
  readonly deadline: number;
  readonly stop: Stop;
}

/** Returns why the tests should end after `done` executions; null if they should not. */
export function endOf({ executions, deadline, stop }: TestBudget, done: number): ProgramTest['stoppedBy'] {
  if (stop.reason !== undefined) return stop.reason;
  if (clock() >= deadline) return 'time';
  return done >= executions ? 'executions' : null;
}
