import type { ModelName } from '@fencepost/core';
import type { TestMethod, TestReport } from '@fencepost/report';
import { clock } from '../clock.js';
import type { Stop } from '../search/searching.js';

export const TEST_METHODS: readonly TestMethod[] = ['active', 'random', 'pct'];

/** What tests of a program under a model showed. */
export interface ProgramTest extends Omit<TestReport, 'source' | 'program' | 'replay' | 'allowsRelaxed'> {
  readonly model: ModelName;
}

/** How far tests of a program under a model are. */
export interface TestProgress {
  readonly model: ModelName;
  /**
   * `predicting` cycles from executions under SC; `steering` executions into them; `sampling`: executions at random, or by
   * priorities.
   */
  readonly phase: 'predicting' | 'steering' | 'sampling';
  /** Executions of this phase, and how many there are to be; Infinity: until the time is over. */
  readonly executions: number;
  readonly of: number;
  readonly predicted: number;
  readonly confirmed: number;
  /** Cycles. */
  readonly harmful: number;
}

/** Tests that say how far they are after every execution. */
export type Testing<T> = Generator<TestProgress, T, void>;

/** When to end the tests under a model. */
export interface TestBudget {
  /** Executions. */
  readonly executions: number;
  /** As `clock()` counts. */
  readonly deadline: number;
  readonly stop: Stop;
}

/** Is it enough after so many executions? If so, why? */
export function endOf({ executions, deadline, stop }: TestBudget, done: number): ProgramTest['stoppedBy'] {
  if (stop.reason !== undefined) return stop.reason;
  if (clock() >= deadline) return 'time';
  return done >= executions ? 'executions' : null;
}
