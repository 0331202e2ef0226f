import type { LocalStates, ModelName, Schedule } from '@fencepost/core';
import { REFERENCE_MODEL, linearise, replayedTrace } from '@fencepost/core';
import type { Sampling } from '@fencepost/explore';
import { testRandomly } from '@fencepost/explore';
import { clock } from '../clock.js';
import type { TestFailure } from './show-tests.js';
import type { TestBudget, Testing } from './program-test.js';
import { endOf } from './program-test.js';

/** Share of the time for these executions. */
const TIME_SHARE = 0.15;

/** Runs random executions under SC. A failure found there is not caused by a model, and should be reported first. */
export function* sampleSc(
  states: LocalStates,
  model: ModelName,
  { seed, runs, budget }: { readonly seed: number; readonly runs: number; readonly budget: TestBudget },
): Testing<Sampling> {
  const started = clock();
  const deadline = started + TIME_SHARE * (budget.deadline - started);
  const sampling = testRandomly(states, {
    model: REFERENCE_MODEL,
    seed,
    runs,
    until: () => endOf(budget, 0) !== null || clock() >= deadline,
  });
  for (;;) {
    const { done, value } = sampling.next();
    if (done === true) return value;
    yield { model, phase: 'under SC', executions: value, of: runs, ...NOTHING_YET };
  }
}

const NOTHING_YET = { predicted: 0, confirmed: 0, harmful: 0 };

/** Returns the failures as executions of the model, which includes those of SC. */
export function failuresUnderSc({ states, failures }: Sampling, model: ModelName): TestFailure[] {
  return failures.map(({ failure, runs, witness }) => ({
    failure,
    executions: runs,
    sequential: true,
    witnesses: asOf(states, model, witness),
  }));
}

function asOf(states: LocalStates, model: ModelName, witness: Schedule): Schedule[] {
  const schedule = linearise(replayedTrace(states, REFERENCE_MODEL, witness), model, 'early');
  return schedule === undefined ? [] : [schedule];
}
