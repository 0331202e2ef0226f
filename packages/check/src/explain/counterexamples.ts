import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { Machine, Recorder, failureKey, replay } from '@fencepost/core';
import type { Counterexample, FailureReport, ViolationReport } from '@fencepost/report';
import type { LabelPair } from './cycle.js';
import { buildCounterexample } from './build-counterexample.js';
import { failuresOfReplay } from './failures-of-replay.js';
import { whyOf } from './why/why.js';
import { shortenFailure, shortenViolation, simplest } from './shorten.js';

type Shown = Pick<FailureReport, 'message' | 'counterexample' | 'history'>;

/**
 * Returns the simplest of the executions with this failure, shortened and explained, with its own message: other
 * executions that fail at the same line may have other messages. Shows nothing if there is no execution.
 */
export function showFailure(
  states: LocalStates,
  model: ModelName,
  failure: Failure,
  schedules: readonly Schedule[],
): Shown {
  const short = simplest(schedules.map((schedule) => shortenFailure(states, model, schedule, failure)));
  if (short === undefined) return { message: failure.message, counterexample: null };
  const counterexample = buildCounterexample(states, model, short);
  const machine = new Machine(states, model, new Recorder());
  replay(machine, short);
  const key = failureKey(failure);
  const own = failuresOfReplay(machine).find((each) => failureKey(each) === key);
  const { message, history } = own ?? failure;
  return { message, counterexample: withWhy(counterexample, own ?? failure), ...(history && { history }) };
}

/** Adds why the execution fails, if it shows a known pattern. */
export function withWhy(counterexample: Counterexample, failure: Failure): Counterexample {
  const why = whyOf(counterexample, failure);
  return why === undefined ? counterexample : { ...counterexample, why };
}

/** Does the same for executions that are not SC. */
export function showViolation(
  states: LocalStates,
  model: ModelName,
  executions: number | null,
  schedules: readonly Schedule[],
): ViolationReport {
  const short = simplest(schedules.map((schedule) => shortenViolation(states, model, schedule)));
  if (short === undefined) throw new Error('an execution that is not SC cannot be found again');
  return reportViolation(states, executions, buildCounterexample(states, model, short));
}

/** Explains a violation that a monitor reported, with its execution. */
export function showReported(
  states: LocalStates,
  model: ModelName,
  schedule: Schedule,
  pair: LabelPair,
): ViolationReport {
  return reportViolation(states, null, buildCounterexample(states, model, schedule, { pair }));
}

function reportViolation(
  states: LocalStates,
  executions: number | null,
  counterexample: Counterexample,
): ViolationReport {
  const { cycle, story } = counterexample;
  const last = cycle.at(-1);
  if (last === undefined) throw new Error('the schedule of a violation does not show it');
  const labelOf = (step: number): string => story.steps[step]!.label;
  return { operation: labelOf(last.from), write: labelOf(last.to), executions, counterexample };
}
