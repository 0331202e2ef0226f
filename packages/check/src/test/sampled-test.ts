import type { LocalStates, ModelName } from '@fencepost/core';
import { testPartialOrders, testRandomly, testSelectively, testWithPriorities } from '@fencepost/explore';
import type { TestMethod } from '@fencepost/report';
import { clock } from '../clock.js';
import type { ProgramTest, TestBudget, Testing } from './program-test.js';
import { endOf } from './program-test.js';
import { testFailuresInOrder, reportFailure, scheduleOf } from './show-tests.js';

export type SamplingMethod = Exclude<TestMethod, 'active'>;

const SAMPLERS: Readonly<Record<SamplingMethod, typeof testRandomly>> = {
  random: testRandomly,
  pct: testWithPriorities,
  pos: testPartialOrders,
  surw: testSelectively,
};

export interface SampledTestOptions {
  readonly method: SamplingMethod;
  readonly seed: number;
  readonly budget: TestBudget;
}

/** Runs executions at random in one of several ways: the baselines for active testing. */
export function* sampledTest(
  states: LocalStates,
  model: ModelName,
  { method, seed, budget }: SampledTestOptions,
): Testing<ProgramTest> {
  const started = clock();
  let executions = 0;
  const sampling = SAMPLERS[method](states, {
    ...{ model, seed, runs: budget.executions },
    until: () => endOf(budget, executions) !== null,
  });
  for (;;) {
    const { done, value } = sampling.next();
    if (done === true) {
      const found = value.failures.map(({ failure, firstRun, runs, witness }) =>
        reportFailure(states, model, {
          ...{ failure, executions: runs, firstExecution: firstRun, sequential: false },
          witnesses: [witness],
        }),
      );
      const failures = testFailuresInOrder(found);
      return {
        ...{ model, method, seed, executions, sequential: 0, unfinished: value.unfinished },
        ...{ predicted: 0, confirmed: 0, harmful: 0, cycles: [] },
        seconds: (clock() - started) / 1000,
        stoppedBy: endOf(budget, executions),
        failures,
        schedule: scheduleOf(failures, []),
        notes: [],
      };
    }
    executions = value;
    yield { model, phase: 'sampling', executions, of: budget.executions, predicted: 0, confirmed: 0, harmful: 0 };
  }
}
