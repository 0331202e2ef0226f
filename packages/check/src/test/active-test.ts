import type { Failure, LocalStates, ModelName } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import type { ActiveResult, CycleResult, Sampling } from '@fencepost/explore';
import { testActively } from '@fencepost/explore';
import type { TestFailureReport } from '@fencepost/report';
import { counted } from '@fencepost/report';
import { clock } from '../clock.js';
import { reportCycles } from './cycles.js';
import type { ProgramTest, TestBudget, Testing } from './program-test.js';
import { endOf } from './program-test.js';
import { failuresUnderSc } from './sequential-sample.js';
import type { TestFailure } from './show-tests.js';
import { testFailuresInOrder, merged, reportFailure, scheduleOf } from './show-tests.js';

export interface ActiveTestOptions {
  readonly seed: number;
  /** Maximum number of accesses of a cycle. */
  readonly length: number | undefined;
  /** Number of executions under SC from which cycles are predicted. */
  readonly sequentialRuns: number;
  readonly budget: TestBudget;
}

/** Share of the time for predicting cycles. The rest is for trials. */
const PREDICTION_SHARE = 0.35;

/** Tests a program actively. `sample` holds the failures already seen under SC. */
export function* activeTest(
  states: LocalStates,
  model: ModelName,
  sample: Sampling,
  options: ActiveTestOptions,
): Testing<ProgramTest> {
  const { seed, length, sequentialRuns, budget } = options;
  const started = clock();
  const predicted = started + PREDICTION_SHARE * (budget.deadline - started);
  let spent = sample.runs;
  const testing = testActively(states, {
    model,
    seed,
    sequentialRuns,
    // If the user sets the number of executions, run that many.
    fewestUnguidedRuns: Number.isFinite(budget.executions) ? budget.executions : 0,
    ...(length !== undefined && { length }),
    until: () => endOf(budget, spent) !== null,
    predictUntil: () => clock() >= predicted,
  });
  for (;;) {
    const { done, value } = testing.next();
    if (done === true) {
      const stoppedBy = value.complete ? null : endOf(budget, spent);
      const seconds = (clock() - started) / 1000;
      const notes = [
        ...(stoppedBy === 'executions' ? [] : notesOnPrediction(value, sequentialRuns)),
        ...notesOnCycles(value),
      ];
      return { ...report(states, model, sample, value), seed, seconds, stoppedBy, notes };
    }
    spent++;
    yield { model, ...value };
  }
}

function notesOnPrediction({ cycles, sequentialRuns }: ActiveResult, planned: number): string[] {
  if (sequentialRuns >= planned) return [];
  const possible = cycles.filter((cycle) => cycle.possible);
  const untried = possible.length > 0 && possible.every(({ trials }) => trials === 0) ? ', and none was tried' : '';
  return [
    `cycles were predicted from only ${sequentialRuns} of ${planned} planned executions under SC${untried}; for more, increase --max-time`,
  ];
}

function notesOnCycles({ leftOut, cycles }: ActiveResult): string[] {
  if (!leftOut) return [];
  const kept = counted(cycles.filter(({ predicted }) => predicted).length, 'cycle');
  return [`too many cycles to try all: only the ${kept} whose accesses are closest together were kept`];
}

function report(
  states: LocalStates,
  model: ModelName,
  sample: Sampling,
  result: ActiveResult,
): Omit<ProgramTest, 'seed' | 'seconds' | 'stoppedBy' | 'notes'> {
  const found = merged([
    ...failuresUnderSc(sample, model),
    ...result.failures.map((each) => withWitnesses(each, result)),
  ]);
  const failures = testFailuresInOrder(found.map((each) => reportFailure(states, model, each)));
  const cycles = reportCycles(
    states,
    model,
    result.cycles.map((cycle) => withoutSequential(cycle, failures)),
    failures,
  );
  const sequential = sample.runs + result.sequentialRuns;
  return {
    model,
    method: 'active',
    executions: sequential + result.executions,
    sequential,
    unfinished: sample.unfinished + result.unfinished,
    predicted: cycles.filter(({ predicted }) => predicted).length,
    confirmed: cycles.filter(({ outcome }) => outcome === 'harmful' || outcome === 'benign').length,
    harmful: cycles.filter(({ outcome }) => outcome === 'harmful').length,
    cycles,
    failures,
    schedule: scheduleOf(failures, cycles),
  };
}

/** Maximum number of cycles whose executions are compared to find a simple one. */
const MOST_WITNESSES = 8;

function withWitnesses(
  { failure, executions, sequential, witness }: ActiveResult['failures'][number],
  { cycles }: ActiveResult,
): TestFailure {
  const isIt = sameAs(failure);
  const others = cycles.flatMap(({ harmful, harmfulWitness }) =>
    harmfulWitness !== undefined && harmful.length === 1 && harmful.some(isIt) ? [harmfulWitness] : [],
  );
  return { failure, executions, sequential, witnesses: [...new Set([witness, ...others])].slice(0, MOST_WITNESSES) };
}

/** Removes failures that also happen under SC, as they are not caused by the cycle. */
function withoutSequential(cycle: CycleResult, failures: readonly TestFailureReport[]): CycleResult {
  const harmful = cycle.harmful.filter((failure) => failures.find(sameAs(failure))?.underSc !== true);
  return { ...cycle, harmful };
}

function sameAs(failure: Failure): (other: Failure) => boolean {
  const key = failureKey(failure);
  return (other) => failureKey(other) === key;
}
